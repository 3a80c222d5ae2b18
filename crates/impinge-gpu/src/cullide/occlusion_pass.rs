//! One image of a round: bodies in one order, each tested against what was drawn before it, then drawn.

use super::draw_order::{Members, Slot};
use super::occlusion::Occlusion;
use crate::occlusion_queries::Queries;
use crate::timer::Moments;

/// From where others are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Front,
    Behind,
}

/// One image of a round.
pub(super) struct Image<'a> {
    pub(super) group: &'a wgpu::BindGroup,
    pub(super) side: Side,
    /// The first query of it.
    pub(super) first: usize,
    /// How many queries there are in the whole round.
    pub(super) all: usize,
    /// Whether no other image of the round comes after it.
    pub(super) is_last: bool,
}

impl Occlusion {
    /// Tests and draws bodies in order; tells which members were asked about, query by query.
    pub(super) fn draw(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        image: &Image<'_>,
        slots: &[&Slot],
        members: Members,
        kept: &[bool],
    ) -> Vec<usize> {
        let [test, draw] = &self.pipelines[image.side as usize];
        let mut asked = Vec::new();
        let mut pass: Option<wgpu::RenderPass<'static>> = None;
        for slot in slots {
            let of_slot = slot.members(members).filter(|(member, _)| kept[*member]);
            let before = asked.len();
            for (member, corners) in of_slot {
                let query = image.first + asked.len();
                if pass.is_none() || query.is_multiple_of(Queries::SET as usize) {
                    drop(pass.take());
                    pass = Some(self.begin(encoder, image, query));
                }
                if let Some(pass) = &mut pass {
                    pass.set_pipeline(test);
                    pass.begin_occlusion_query(query as u32 % Queries::SET);
                    pass.draw(corners, slot.number..slot.number + 1);
                    pass.end_occlusion_query();
                }
                asked.push(member);
            }
            if let (Some(pass), true) = (&mut pass, asked.len() > before) {
                pass.set_pipeline(draw);
                pass.draw(3 * slot.faces.start..3 * slot.faces.end, slot.number..slot.number + 1);
            }
        }
        asked
    }

    /// Begins a pass at a query: on an empty image if it is the first of the image.
    fn begin(&self, encoder: &mut wgpu::CommandEncoder, image: &Image<'_>, query: usize) -> wgpu::RenderPass<'static> {
        let load = match (query == image.first, image.side) {
            (false, _) => wgpu::LoadOp::Load,
            (true, Side::Front) => wgpu::LoadOp::Clear(1.0),
            (true, Side::Behind) => wgpu::LoadOp::Clear(0.0),
        };
        let ops = wgpu::Operations { load, store: wgpu::StoreOp::Store };
        let view = self.depth.create_view(&wgpu::TextureViewDescriptor::default());
        let is_last = image.is_last && (query / Queries::SET as usize + 1) * Queries::SET as usize >= image.all;
        let moments = match (query, is_last) {
            (0, true) => Some(Moments::Both),
            (0, false) => Some(Moments::Begin),
            (_, true) => Some(Moments::End),
            (_, false) => None,
        };
        let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: None,
            color_attachments: &[],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &view,
                depth_ops: Some(ops),
                stencil_ops: None,
            }),
            timestamp_writes: moments.and_then(|moments| self.timer.drawing(moments)),
            occlusion_query_set: self.queries.sets.get(query / Queries::SET as usize),
            multiview_mask: None,
        });
        // The encoder must rest until the pass ends, which it does before the next begins.
        let mut pass = pass.forget_lifetime();
        pass.set_bind_group(0, image.group, &[]);
        pass
    }
}
