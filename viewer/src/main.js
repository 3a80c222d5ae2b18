import './style.css';
import { App } from './app.js';
import { element } from './dom_element.js';
import { readPictures } from './embedded_pictures.js';
import { readReport } from './report_reader.js';

const embedded = (id) => document.getElementById(id)?.textContent ?? '';

/** Resolves when a frame was drawn, so that the list is there before the model is read. */
const drawn = () => new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });

async function start() {
  const host = document.getElementById('page');
  let report;
  try {
    report = readReport(embedded('impinge-report'));
  } catch (error) {
    host.replaceChildren(element('p.failure', { role: 'alert' }, error.message));
    return null;
  }
  const app = new App(host, report, readPictures(embedded('impinge-pictures')));
  await drawn();
  app.load(embedded('impinge-model'));
  return app;
}

const started = start();
let app = null;
started.then((made) => { app = made; });

/** What tests may rely on: when the page is ready, where the camera is, what is selected, what passes the filters. */
window.impinge = {
  ready: started.then(() => undefined),
  camera: () => app?.stage.camera() ?? null,
  selected: () => app?.selected ?? null,
  visible: () => app?.visible ?? [],
};
