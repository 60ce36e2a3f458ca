// The studies of this dashboard, and beginning one.

import { ask, say, tell } from './api.js';
import { applyRights, askFor } from './ask.js';

const part = (name) => document.getElementById(name);
applyRights();

function line(study) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `/studies/${study.id}`;
  const thumb = document.createElement('span');
  thumb.className = 'thumb';
  const image = document.createElement('img');
  image.alt = '';
  image.src = `/api/v1/diagram.svg?${new URLSearchParams({ board: study.board })}`;
  thumb.append(image);
  const words = document.createElement('span');
  const title = document.createElement('strong');
  title.textContent = study.title || say('study');
  const about = document.createElement('span');
  about.className = 'quiet small';
  const when = new Date(study.changed).toLocaleDateString(document.documentElement.lang, { dateStyle: 'medium' });
  about.textContent = `${when} · ${say('study_count', { count: study.chapters.length })}`;
  words.append(title, about);
  link.append(thumb, words);
  item.append(link);
  return item;
}

async function begin(body) {
  try {
    const { id } = await ask('/studies', { method: 'POST', body });
    location.href = `/studies/${id}`;
  } catch (error) {
    tell(error.message, { bad: true });
  }
}

part('new').addEventListener('click', async () => {
  const title = await askFor(say('study_new'), { help: say('study_new_help') });
  if (title !== null) begin({ title });
});
part('open-file').addEventListener('click', () => part('file').click());
part('file').addEventListener('change', async () => {
  const [file] = part('file').files;
  if (file) begin({ record: await file.text(), title: file.name.replace(/\.\w+$/, '') });
});

// The game page's "Study this game" leads here.
const asked = new URLSearchParams(location.search).get('game');
if (asked) { history.replaceState(null, '', '/studies'); await begin({ game: asked, review: true }); }

const { studies } = await ask('/studies');
part('list').append(...studies.map(line));
part('none').hidden = studies.length > 0;
document.body.dataset.ready = '';
