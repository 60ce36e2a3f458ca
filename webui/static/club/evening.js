// One club night: who plays whom, results as the referees confirm them, standings, who comes and goes.

import { ask, listed, offerFiles, say } from '../common/api.js';
import { applyRights, askFor } from '../common/ask.js';
import { offerDeleting, showDeleted } from '../common/bin.js';
import { keepFocus, make, makeButton, on, part, write } from '../common/dom.js';
import { stayInTouch } from '../common/everything.js';
import { namesIn, offerNames } from '../common/names.js';
import { fillStandings, points, winners } from './slide.js';

const { evening: id } = document.querySelector('.evening').dataset;
const may = applyRights();
let shown = null;

let isCutOff = false;

async function load() {
  show(await ask(`/events/${id}`));
  if (isCutOff) part('refused').textContent = '';
  isCutOff = false;
}

async function change(body) {
  const before = seen(body);
  part('refused').textContent = '';
  try {
    show(await ask(`/events/${id}/changes`, { method: 'POST', body: { version: shown.version, ...body } }));
    return true;
  } catch (error) {
    if (error.status === 409) await load().catch(() => {});
    // Of two who change different things at once neither is in the other's way.
    if (error.status === 409 && before && seen(body) === before) return change(body);
    if (shown) show(shown);  // not what was chosen and did not come about
    isCutOff = !error.status;
    part('refused').textContent = error.message;
    part('refused').scrollIntoView({ block: 'nearest' });  // on a phone the people stand far below
    return false;
  }
}

/** What this page shows of what a change is about: the table whose result it enters, or the rounds. */
function seen({ round, table: number }) {
  if (!round) return shown && String(shown.rounds.length);
  const at = shown?.rounds[round - 1]?.pairings.find(({ table: one }) => one === number);
  return at && JSON.stringify([at.seats, at.score]);
}

function show(evening) {
  if (shown && evening.version < shown.version) return;
  // Whoever chooses a result is not interrupted.
  if (document.activeElement?.matches('.pairings select') && shown?.version === evening.version) return;
  shown = evening;
  keepFocus(() => draw(evening));
  document.body.dataset.version = evening.version;
}

function draw(evening) {
  const round = evening.rounds.at(-1);
  const done = !round || round.pairings.every(({ score }) => score);
  const { over, rounds, planned } = evening;
  const here = evening.people.filter(({ present }) => present).length;
  showDeleted(evening.deleted);
  part('evening-over').hidden = !over;
  write(part('evening-over'), over ? winners(evening) : '');
  write(part('round-title'), round ? say('round_of', { number: round.number, count: evening.planned }) : say('no_rounds'));
  part('pairings').replaceChildren(...(round ? round.pairings.map((pairing) => table(pairing, round.number)) : []));
  part('next-round').textContent = say(round && rounds.length >= planned ? 'one_more_round' : 'next_round', { number: rounds.length + 1 });
  part('next-round').hidden = part('of-standings').hidden = false;
  part('next-round').disabled = here < 2;
  part('next-round').classList.toggle('key', done && !over);
  part('drop-round').hidden = !may || !round;  // why it may not go is said when it is asked for
  part('last-round').hidden = !may || !round || rounds.length >= planned;
  const unfolded = [...part('earlier').querySelectorAll('[open]')].map(({ dataset }) => dataset.round);
  part('earlier').replaceChildren(...evening.rounds.slice(0, -1).reverse().map(earlier));
  for (const number of unfolded) part('earlier').querySelector(`[data-round="${number}"]`)?.setAttribute('open', '');
  fillStandings(part('standings'), evening, 'played');
  part('people').replaceChildren(...evening.people.map(person));
  part('people-count').textContent = here < evening.people.length ? say('people_here', { count: here, all: evening.people.length }) : here || '';
}

function earlier({ number, pairings }) {
  const list = make('ol', 'pairings', ...pairings.map((pairing) => table(pairing, number)));
  const details = make('details', '', make('summary', '', say('round', { number })), list);
  details.dataset.round = number;
  return details;
}

function table(pairing, number) {
  const seats = make('span', 'seats');
  pairing.said.forEach((seat, index) => {
    const score = pairing.score && !pairing.bye ? `${points(pairing.score[index])} ` : '';
    seats.append(make('span', pairing.score?.[index] === 1 && !pairing.bye ? 'won' : '', score + seat));
  });
  if (pairing.bye) seats.append(make('span', 'bye small', say('bye')));
  else if (!pairing.score) seats.append(make('span', 'quiet small', pairing.turn ? say('line_turn', { player: pairing.turn }) : say('state_running')));
  const line = make('li', '', make('span', 'table-number', pairing.bye ? '' : pairing.table), seats);
  if (pairing.bye) return line;
  const doing = make('span', 'doing');
  if (pairing.game) {
    const open = make('a', 'button', say('open_table'));
    open.href = `/games/${pairing.game}`;
    open.setAttribute('aria-label', say('open_table_number', { number: pairing.table }));
    doing.append(open);
  }
  if (may) doing.append(byHand(line, pairing, number));
  line.append(doing);
  return line;
}

/** A result that people enter: a game may have been played elsewhere, or a phone has died. */
function byHand(line, pairing, number) {
  const choice = make('select');
  choice.setAttribute('aria-label', say('result_of_table', { number: pairing.table }));
  choice.append(new Option(say('result_from_game'), ''));
  pairing.seats.forEach((player, seat) => choice.append(new Option(say('result_wins', { player }), JSON.stringify(pairing.seats.map((_, index) => Number(index === seat))))));
  for (const players of shared(pairing.seats)) choice.append(new Option(say('result_shared', { players: listed(players) }), JSON.stringify(pairing.seats.map((player) => (players.includes(player) ? 0.5 : 0)))));
  choice.append(new Option(say('result_equal'), JSON.stringify(pairing.seats.map(() => 0.5))));
  choice.append(new Option(say('result_none'), JSON.stringify(pairing.seats.map(() => 0))));
  choice.value = pairing.by_hand ? JSON.stringify(pairing.score) : '';
  choice.onchange = () => {
    const score = choice.value ? JSON.parse(choice.value) : null;
    line.querySelector('a')?.focus();  // a list that somebody chooses from is not drawn anew
    change({ change: 'score', round: number, table: pairing.table, score });
  };
  return choice;
}

/** Those at a table, but not all of them, who may have won together: two, then three and more. */
function shared(seats) {
  const sets = seats.reduce((found, seat) => [...found, ...found.map((set) => [...set, seat])], [[]]);
  return sets.filter(({ length }) => length > 1 && length < seats.length).sort((one, other) => one.length - other.length);
}

function person({ name, present }) {
  const line = make('li', '', make('span', present ? '' : 'gone', name));
  if (!may) return line;
  const button = makeButton(say(present ? 'leave_evening' : 'come_back'), 'plain', () => change({ change: present ? 'leave' : 'join', name }));
  button.setAttribute('aria-label', `${name}: ${button.textContent}`);
  const naming = makeButton(say('rename'), 'plain', async () => {
    const to = await askFor(say('rename_player', { player: name }), { value: name });
    if (to?.trim() && to.trim() !== name) change({ change: 'rename', name, to });
  });
  naming.setAttribute('aria-label', `${name}: ${naming.textContent}`);
  line.append(make('span', 'doing', naming, button));
  return line;
}

on('next-round', () => change({ change: 'next_round' }));
on('drop-round', () => change({ change: 'drop_round' }));
on('last-round', () => change({ change: 'last_round' }));
part('join-name').addEventListener('focus', offerNames);
part('join-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  // Several at once, as when the evening was begun; what was refused stays to be put right.
  const names = namesIn(part('join-name').value);
  while (names.length && (await change({ change: 'join', name: names[0] }))) names.shift();
  part('join-name').value = names.join(', ');
});
offerFiles(document.querySelectorAll('a[download]'));
offerDeleting(change, 'evening_in_bin');

stayInTouch(load, (news) => news.event === id || !shown || shown.rounds.some(({ pairings }) => pairings.some(({ game }) => game === news.game)));
