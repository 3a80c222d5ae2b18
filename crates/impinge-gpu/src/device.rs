//! Which graphics device to use, and what it can do.
//!
//! Only Vulkan is asked for: it runs headless, and Mesa has a driver that needs no graphics hardware. Errors of the driver are kept and
//! given back by [`Gpu::check`]; nothing here ends the program.

use crate::error::GpuError;
use std::sync::{Arc, Mutex, PoisonError};

/// Which of the devices there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The fastest kind: a card, else one that shares memory with the CPU, else the CPU.
    #[default]
    Fastest,
    /// The first whose name contains this, in any case.
    Named(String),
    /// A driver that draws on the CPU.
    Cpu,
}

impl Choice {
    /// The first device whose name contains this, or the fastest without a name.
    #[must_use]
    pub fn named_or_fastest(name: Option<&str>) -> Self {
        name.map_or(Self::Fastest, |name| Self::Named(name.to_owned()))
    }
}

/// What a device is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeviceKind {
    /// A graphics card.
    Card,
    /// Graphics that share memory with the CPU.
    Integrated,
    /// A part of a card, lent to a virtual machine.
    Virtual,
    /// A driver that draws on the CPU.
    Cpu,
    /// The driver does not say.
    Unknown,
}

/// One device as it is listed.
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    /// The name that the driver gives.
    pub name: String,
    /// What it is.
    pub kind: DeviceKind,
    /// The interface it is reached by.
    pub backend: String,
    /// The driver and its version.
    pub driver: String,
    /// The longest side of an image, in pixels.
    pub largest_image: u32,
    /// The largest buffer, in bytes.
    pub largest_buffer: u64,
    /// Whether it measures its own time.
    pub timestamps: bool,
    /// Whether it can count by blending, which drawing needs; without, everything is computed.
    pub can_render: bool,
}

/// A device that is ready for work.
pub struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    description: Description,
    trouble: Arc<Mutex<Option<GpuError>>>,
}

/// Every device there is, the fastest kind first.
#[must_use]
pub fn list() -> Vec<Description> {
    adapters().iter().map(describe).collect()
}

impl Gpu {
    /// Opens a device.
    ///
    /// # Errors
    /// None there, none of that name, or one that lacks what is needed.
    pub fn open(choice: &Choice) -> Result<Self, GpuError> {
        let adapters = adapters();
        if adapters.is_empty() {
            return Err(GpuError::NoAdapter);
        }
        let adapter = match choice {
            Choice::Fastest => adapters.first(),
            Choice::Cpu => adapters.iter().find(|adapter| describe(adapter).kind == DeviceKind::Cpu),
            Choice::Named(name) => {
                // Nothing is in every name.
                let named =
                    |adapter: &&wgpu::Adapter| describe(adapter).name.to_lowercase().contains(&name.to_lowercase());
                adapters.iter().find(named).filter(|_| !name.is_empty())
            }
        };
        let names = || adapters.iter().map(|adapter| describe(adapter).name).collect::<Vec<_>>().join(", ");
        let wanted = match choice {
            Choice::Named(name) => name.clone(),
            _ => "CPU".to_owned(),
        };
        Self::of_adapter(adapter.ok_or_else(|| GpuError::UnknownDevice { wanted, there: names() })?)
    }

    fn of_adapter(adapter: &wgpu::Adapter) -> Result<Self, GpuError> {
        let description = describe(adapter);
        let limits = adapter.limits();
        if limits.max_storage_buffers_per_shader_stage < 8 || limits.max_compute_workgroup_size_x < WORKGROUP {
            let what = format!("eight storage buffers a shader, or {WORKGROUP} threads a group");
            return Err(GpuError::Unsupported { device: description.name, what });
        }
        let request = adapter.request_device(&wgpu::DeviceDescriptor {
            label: Some("impinge"),
            required_features: adapter.features() & WISHES,
            required_limits: limits,
            ..Default::default()
        });
        let (device, queue) = pollster::block_on(request).map_err(|refusal| GpuError::Unsupported {
            device: description.name.clone(),
            what: format!("a usable driver ({refusal})"),
        })?;
        let trouble = Arc::new(Mutex::new(None));
        let (of_error, of_loss) = (Arc::clone(&trouble), Arc::clone(&trouble));
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            keep(&of_error, GpuError::Refused(error.to_string()));
        }));
        device.set_device_lost_callback(move |reason, words| {
            let mut kept = of_loss.lock().unwrap_or_else(PoisonError::into_inner);
            *kept = Some(GpuError::Lost(format!("{reason:?} {words}")));
        });
        Ok(Self { device, queue, description, trouble })
    }

    /// What the device is.
    #[must_use]
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// Whether everything since the last check went well. A lost device stays lost.
    ///
    /// # Errors
    /// The first refusal of the driver, or the loss of the device.
    pub fn check(&self) -> Result<(), GpuError> {
        let mut kept = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            None => Ok(()),
            Some(lost @ GpuError::Lost(_)) => Err(lost.clone()),
            Some(_) => kept.take().map_or(Ok(()), Err),
        }
    }

    /// Gives the device up, as a driver that stops would: every later use is answered by [`GpuError::Lost`].
    pub fn abandon(&self) {
        self.device.destroy();
        let mut kept = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = Some(GpuError::Lost("it was given up".to_owned()));
    }

    /// Makes something of the given number of bytes; what the device has no memory for is not kept, and no later command suffers from it.
    pub(crate) fn attempt<T>(&self, what: &'static str, bytes: u64, make: impl FnOnce() -> T) -> Result<T, GpuError> {
        let scopes = [wgpu::ErrorFilter::Validation, wgpu::ErrorFilter::OutOfMemory, wgpu::ErrorFilter::Internal]
            .map(|filter| self.device.push_error_scope(filter));
        let made = make();
        let [refused, full, failed] = scopes.map(Some);
        // Scopes are left in the reverse of the order in which they were entered.
        let troubles = [failed, full, refused].map(|scope| scope.and_then(|scope| pollster::block_on(scope.pop())));
        match troubles.into_iter().flatten().next() {
            None => Ok(made),
            Some(trouble) => Err(GpuError::Memory { what, bytes, why: trouble.to_string() }),
        }
    }

    /// An empty list of commands.
    pub(crate) fn encoder(&self) -> wgpu::CommandEncoder {
        self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default())
    }

    /// Hands commands to the device.
    pub(crate) fn submit(&self, encoder: wgpu::CommandEncoder) {
        self.queue.submit([encoder.finish()]);
    }

    /// A shader.
    pub(crate) fn shader(&self, label: &str, text: String) -> wgpu::ShaderModule {
        let source = wgpu::ShaderSource::Wgsl(text.into());
        self.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some(label), source })
    }

    /// A compute pipeline whose bindings are read from the shader.
    pub(crate) fn compute(&self, module: &wgpu::ShaderModule, entry: &str) -> wgpu::ComputePipeline {
        self.pipeline(None, module, entry)
    }

    /// A compute pipeline whose bindings are given.
    pub(crate) fn compute_with(
        &self,
        layout: &wgpu::PipelineLayout,
        module: &wgpu::ShaderModule,
        entry: &str,
    ) -> wgpu::ComputePipeline {
        self.pipeline(Some(layout), module, entry)
    }

    fn pipeline(
        &self,
        layout: Option<&wgpu::PipelineLayout>,
        module: &wgpu::ShaderModule,
        entry: &str,
    ) -> wgpu::ComputePipeline {
        self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(entry),
            layout,
            module,
            entry_point: Some(entry),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        })
    }

    /// The resources of one group of bindings, numbered from 0.
    pub(crate) fn bind(
        &self,
        layout: &wgpu::BindGroupLayout,
        resources: &[wgpu::BindingResource<'_>],
    ) -> wgpu::BindGroup {
        let entries: Vec<_> = (0..)
            .zip(resources)
            .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource: resource.clone() })
            .collect();
        self.device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries })
    }
}

/// Threads of a group in every compute shader here.
pub(crate) const WORKGROUP: u32 = 64;

/// Features that are used where they are there.
const WISHES: wgpu::Features = wgpu::Features::TIMESTAMP_QUERY
    .union(wgpu::Features::DEPTH32FLOAT_STENCIL8)
    .union(wgpu::Features::FLOAT32_BLENDABLE);

/// The first trouble is the cause of the others.
fn keep(place: &Mutex<Option<GpuError>>, trouble: GpuError) {
    place.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(trouble);
}

fn adapters() -> Vec<wgpu::Adapter> {
    let mut description = wgpu::InstanceDescriptor::new_without_display_handle();
    description.backends = wgpu::Backends::VULKAN;
    let instance = wgpu::Instance::new(description);
    let mut adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::VULKAN));
    adapters.sort_by_key(|adapter| describe(adapter).kind);
    adapters
}

fn describe(adapter: &wgpu::Adapter) -> Description {
    let info = adapter.get_info();
    let limits = adapter.limits();
    let features = adapter.features();
    Description {
        name: info.name,
        kind: match info.device_type {
            wgpu::DeviceType::DiscreteGpu => DeviceKind::Card,
            wgpu::DeviceType::IntegratedGpu => DeviceKind::Integrated,
            wgpu::DeviceType::VirtualGpu => DeviceKind::Virtual,
            wgpu::DeviceType::Cpu => DeviceKind::Cpu,
            wgpu::DeviceType::Other => DeviceKind::Unknown,
        },
        backend: info.backend.to_string(),
        driver: format!("{} {}", info.driver, info.driver_info).trim().to_owned(),
        largest_image: limits.max_texture_dimension_2d,
        largest_buffer: limits.max_buffer_size.min(limits.max_storage_buffer_binding_size),
        timestamps: features.contains(wgpu::Features::TIMESTAMP_QUERY),
        can_render: features.contains(wgpu::Features::FLOAT32_BLENDABLE),
    }
}
