// The studies of this dashboard, and beginning one.

import { ask, say, tellError } from '../common/api.js';
import { applyRights, askFor } from '../common/ask.js';
import { binned, offerBin, showsBin } from '../common/bin.js';
import { dayOf, make, makePicture, on, part } from '../common/dom.js';

applyRights();

function line(study) {
  const thumb = make('span', 'thumb', makePicture(`/api/v1/diagram.svg?${new URLSearchParams({ board: study.board })}`));
  const about = make('span', 'quiet small', `${dayOf(study.changed)} · ${say('study_count', { count: study.chapters.length })}`);
  const link = make('a', '', thumb, make('span', '', make('strong', '', study.title || say('study')), about));
  link.href = `/studies/${study.id}`;
  return make('li', '', link, study.deleted && binned(`/studies/${study.id}`, say('study_purge_help'), act));
}

const begin = (body) => ask('/studies', { method: 'POST', body })
  .then(({ id }) => { location.href = `/studies/${id}`; }, tellError);

on('new', async () => {
  const title = await askFor(say('study_new'), { help: say('study_new_help') });
  if (title !== null) begin({ title });
});
on('open-file', () => part('file').click());
part('file').addEventListener('change', async () => {
  const [file] = part('file').files;
  if (file) begin({ record: await file.text(), title: file.name.replace(/\.\w+$/, '') });
});

// The game page's "Study this game" leads here.
const asked = new URLSearchParams(location.search).get('game');
if (asked) { history.replaceState(null, '', '/studies'); await begin({ game: asked, review: true }); }

async function list() {
  const { studies } = await ask(showsBin() ? '/studies?deleted=true' : '/studies');
  part('list').replaceChildren(...studies.map(line));
  part('none').hidden = studies.length > 0;
  part('none').textContent = say(showsBin() ? 'empty_bin' : 'studies_none');
}
const act = (doing) => doing.catch(tellError).then(list).catch(tellError);

offerBin(() => list().catch(tellError));
await list();
document.body.dataset.ready = '';
