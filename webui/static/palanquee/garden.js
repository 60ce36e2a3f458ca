// Palanquée's printed board on the page: pieces are set by touch, by dragging and by keyboard.

import { drawn, refusals, say, tell } from '../common/api.js';
import { make, makeButton, on, part } from '../common/dom.js';
import { BoardPhoto } from './photo.js';
import { showPlayers } from './players.js';

const COLUMNS = 'ABCDEFGHIJKLMNOPQRS';
const RING = 16;
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [1, 0], ArrowRight: [-1, 0] };
const WAYS = ['mark', 'size', 'height', 'cube'];
const placeOf = (cell) => [COLUMNS.indexOf(cell[0]), Number(cell.slice(1))];
const ALONE = ['claim', 'grow', 'grow_seed', 'sow', 'prune', 'harvest'];

/** The board and what can be done on it; to the page it is what that of game/tiles.js is. */
export class GameTable {
  constructor(photoPane, diagramPane, page) {
    this.pane = diagramPane;
    this.page = page;
    /** Plays an action in the game's notation. */
    this.act = (action) => page.change({ change: 'act', action });
    /** Says what stands on a cell. */
    this.correct = (piece) => page.change({ change: 'set_piece', ...piece });
    this.photo = new BoardPhoto(photoPane, (cell) => this.ask(cell));
    this.asked = null;
    this.lit = [];
    this.usual = [];
    this.chosen = null;
    this.cursor = null;
    this.zoomButton = part('board-zoom');
    this.spoken = part('spoken');
    diagramPane.setAttribute('aria-label', say('p_help'));
    this.listen();
  }

  show(game) {
    // The same state shown again must not take away what a finger has just chosen.
    if (this.game?.version !== game.version || this.game.move !== game.move) this.chosen = this.asked = null;
    this.game = game;
    this.garden = game.move ? null : game.garden;
    this.photo.show(game);
    const picture = drawn(game.diagram);
    const old = this.pane.querySelector('svg');
    if (old) old.replaceWith(picture); else this.pane.append(picture);
    this.light(this.lit);
    this.mark();
    const news = `${game.version} ${game.move}`;
    // How large its pane is hangs on what the page shows beside it, which comes after this.
    if (news !== this.news) requestAnimationFrame(() => this.follow());
    this.news = news;
  }

  /** On a phone the board is larger than its pane: show what matters now. Who has nothing on the
   *  board yet sees all of it. */
  follow() {
    const cells = this.ofInterest();
    if (!this.isWhole || this.isWholeByItself) this.showWhole(!cells.length, true);
    this.bringInSight(cells);
  }

  /** The cells of interest, the first above all: what is asked about, or else a piece of whoever is
   *  on turn and what happened last, in the step that is shown. */
  ofInterest() {
    const asked = this.asked ?? this.chosen ?? this.usual.flatMap((item) => item.cells ?? [])[0] ?? this.garden?.doubts?.[0];
    if (asked) return [asked];
    const latest = (this.garden?.latest ?? this.game.fresh).at(-1);
    const own = this.own(latest);
    if (this.garden && !this.garden.is_seen && !this.game.over && !own) return [];
    return [own, latest].filter(Boolean);
  }

  /** The piece of the player on turn that is nearest to a cell. */
  own(cell) {
    const mine = this.game.players.find((player) => player.on_turn)?.colour;
    const pieces = Object.entries(this.garden?.is_seen ? {} : this.garden?.pieces ?? {}).filter(([, [colour]]) => colour === mine).map(([name]) => name);
    if (!cell) return pieces[0];
    const far = (name) => Math.hypot(...placeOf(name).map((at, axis) => at - placeOf(cell)[axis]));
    return pieces.sort((a, b) => far(a) - far(b))[0];
  }

  /** Lay cells into the middle, all or the first, unless they are seen already. */
  bringInSight(names) {
    const cells = names.map((name) => this.pane.querySelector(`.cells [data-cell="${name}"]`)).filter(Boolean);
    if (!cells.length || this.pane.scrollWidth <= this.pane.clientWidth + 1) return;
    const [room, ...boxes] = [this.pane, ...cells].map((one) => one.getBoundingClientRect());
    const [{ width, height }] = boxes;
    const at = boxes.map((box) => [box.left + width / 2 - room.left, box.top + height / 2 - room.top]);
    const last = at.at(-1);
    if (Math.abs(last[0] - at[0][0]) > room.width - 2 * width || Math.abs(last[1] - at[0][1]) > room.height - 2 * height) at.length = 1;
    if (at.every(([x, y]) => x > width && y > height && x < room.width - width && y < room.height - height)) return;
    const [x, y] = [0, 1].map((axis) => (at[0][axis] + at.at(-1)[axis]) / 2);
    this.pane.scrollBy(x - room.width / 2, y - room.height / 2);
  }

  /** Whether the whole board is seen at once, its cells too small for a finger to be sure of one. */
  get isWhole() {
    return this.zoomButton.getAttribute('aria-pressed') === 'true';
  }

  showWhole(whole, byItself = false) {
    this.isWholeByItself = byItself;
    this.zoomButton.setAttribute('aria-pressed', String(whole));
    this.pane.parentElement.classList.toggle('whole', whole);
  }

  /** The whole board, or large enough for a finger. */
  zoom() {
    this.showWhole(!this.isWhole);
    this.bringInSight(this.ofInterest());
  }

  /** The live picture, with the board as it was read in it. */
  showLive(photo, reading) {
    this.photo.show({ photo, seen: reading && { ...reading, hidden: reading.seen.hidden, by_hand: {} } });
  }

  /** Whether a touch plays an action; of a photo it says what stands there. */
  plays() {
    return Boolean(this.garden) && !this.garden.is_seen;
  }

  /** An empty board, too, may be advised on. */
  isBare() {
    return false;
  }

  viewOf(state, chosen) {
    return chosen ?? 'diagram';
  }

  /** What begins a game in which another line is tried. */
  branch(kind) {
    return { kind, options: { show_threats: true } };
  }

  /** Light up the cells that some items speak of. */
  light(items) {
    this.lit = items;
    const cells = new Set(items.flatMap((item) => item.cells ?? []));
    for (const cell of this.cells()) cell.classList.toggle('lit', cells.has(cell.dataset.cell));
    this.photo.light(cells);
  }

  cells() {
    return this.pane.querySelectorAll('[data-cell]');
  }

  /** Show what is chosen and where it may go, on the board and beside it. */
  mark() {
    this.markCells();
    this.prompt();
  }

  markCells() {
    const targets = new Set(this.targets(this.chosen));
    for (const cell of this.cells()) {
      const name = cell.dataset.cell;
      cell.classList.toggle('chosen', name === (this.asked ?? this.chosen));
      cell.classList.toggle('target', targets.has(name));
      cell.classList.toggle('cursor', name === this.cursor && document.activeElement === this.pane);
    }
  }

  /** Where the sprout on a cell may be laid. */
  targets(cell) {
    if (!cell || !this.garden) return [];
    return [...(this.garden.led.move[cell] ?? []), ...(this.garden.led.hatch[cell] ?? [])];
  }

  /** What may be done with a cell alone. */
  options(cell) {
    return ALONE.filter((word) => this.garden?.legal[word]?.includes(cell));
  }

  /** Ask what stands on a cell, where a photo shows it. */
  ask(cell) {
    if (!this.garden || !this.may || this.game.over) return;
    this.chosen = null;
    this.asked = this.asked === cell ? null : cell;
    this.mark();
  }

  tap(cell) {
    if (!this.garden || (this.game.partner?.on_turn && !this.garden.is_seen)) return;
    const sure = !this.isWhole;
    if (!sure) {
      this.chosen = null;
      this.showWhole(false);
      this.bringInSight([cell]);
    }
    if (this.garden.is_seen) { this.ask(cell); return; }
    if (this.goes(this.chosen, cell)) return;
    if (cell === this.chosen) { this.let_go(); return; }
    const options = this.options(cell);
    const [only] = options;
    if (sure && options.length === 1 && only === 'grow') { this.play(only, cell); return; }
    if (options.length || this.targets(cell).length) {
      this.chosen = cell;
      for (const refusal of refusals()) refusal.remove(); // on a phone they would cover the buttons
      this.mark();
      return;
    }
    // The server knows which rule forbids it, and says so: of the chosen sprout's way, or else of
    // the seed that may be sown on all other cells, or of growing.
    const from = this.targets(this.chosen).length && this.chosen;
    const led = this.garden.led.move[from] ? 'move' : 'hatch';
    this.chosen = null;
    this.mark();
    if (!this.garden.pieces[cell]) this.act(from ? `${led} ${from} ${cell}` : `${this.garden.legal.sow?.length ? 'sow' : 'grow'} ${cell}`);
    else tell(say('p_cannot', { what: this.inWords(cell) }));
  }

  let_go() {
    this.chosen = this.asked = null;
    this.mark();
  }

  /** Lay the sprout of one cell on another, where that is an action. */
  goes(from, to) {
    if (!from || !this.targets(from).includes(to)) return false;
    const kind = this.garden.led.move[from]?.includes(to) ? 'move' : 'hatch';
    this.chosen = null;
    this.act(`${kind} ${from} ${to}`);
    return true;
  }

  play(word, cell) {
    this.chosen = null;
    this.act(word === 'grow_seed' ? `grow ${cell} seed` : `${word} ${cell}`);
  }

  listen() {
    let pressed = null;
    const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-cell]')?.dataset.cell;
    this.pane.addEventListener('pointerdown', (event) => {
      pressed = event.button ? null : event.target.closest('[data-cell]')?.dataset.cell;
      if (pressed && this.targets(pressed).length) event.target.closest('svg').classList.add('dragging');
    });
    this.pane.addEventListener('pointerup', (event) => {
      const [from, to] = [pressed, under(event)];
      pressed = null;
      this.pane.querySelector('svg')?.classList.remove('dragging');
      if (!from || !to) return;
      if (from === to) this.tap(to); else this.goes(from, to);
    });
    on('board-zoom', () => this.zoom());
    // A phone that is turned shows another part of the board: not without what matters.
    matchMedia('(orientation: portrait)').addEventListener('change', () => this.game && this.follow());
    for (const end of ['pointercancel', 'pointerleave']) this.pane.addEventListener(end, () => { pressed = null; });
    this.pane.addEventListener('keydown', (event) => this.key(event));
    // The buttons beside the board stay as they are: one of them may be what takes the focus.
    for (const turn of ['focus', 'blur']) this.pane.addEventListener(turn, () => this.markCells());
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.startsWith('Arrow')) {
      event.preventDefault();
      // It begins on a piece of the player on turn, else in the middle.
      this.cursor = this.cursor ? this.next(event.key) : this.own() ?? 'J9';
      this.markCells();
      this.bringInSight([this.cursor]);
      this.announce();
    } else if (['Enter', ' '].includes(event.key) && this.cursor) {
      event.preventDefault();
      this.tap(this.cursor);
      if (this.chosen || this.asked) part('kind-panel').querySelector('.options button')?.focus();
    } else if (event.key === 'Escape' && (this.chosen || this.asked)) {
      event.preventDefault();
      event.stopPropagation();
      this.let_go();
    }
  }

  /** The cell beside the cursor; columns are rings, left and right edge are walls. */
  next(key) {
    const [column, number] = placeOf(this.cursor);
    const [aside, along] = STEPS[key];
    return `${COLUMNS[column + aside] ?? COLUMNS[column]}${((number - 1 + along + RING) % RING) + 1}`;
  }

  announce() {
    const goes = this.targets(this.chosen).includes(this.cursor);
    const what = this.inWords(this.cursor);
    this.spoken.textContent = goes ? say('p_goes_here', { what }) : what;
  }

  /** What stands on a cell, in words. */
  inWords(place) {
    const piece = this.garden?.pieces[place];
    if (!piece) return say('cell_empty', { place });
    const colour = this.game.players.find((player) => player.colour === piece[0])?.colour_name ?? piece[0];
    return say('p_cell', { place, colour, kind: say(`p_${piece[1]}`) });
  }

  // -- beside the board

  /** What the page shows for this kind of game: players, and what may be done. */
  panel(state, past) {
    this.may = this.page.may && !past;
    part('kind-panel').parentElement.parentElement.classList.toggle('is-judged', Boolean(this.garden?.is_seen));
    showPlayers(state);
    this.prompt();
  }

  /** What to touch next, and the buttons for what is chosen. From a button that is no more the
   *  keyboard goes back to the board. */
  prompt() {
    const panel = part('kind-panel');
    const held = panel.contains(document.activeElement) ? document.activeElement : null;
    panel.replaceChildren(this.zoomButton);
    this.offer(panel);
    if (held) (held.isConnected ? held : panel.querySelector(`[data-word="${held.dataset.word}"]`) ?? this.pane).focus({ preventScroll: true });
  }

  offer(panel) {
    if (!this.garden || !this.may || this.game.over) return;
    if (this.game.partner?.on_turn && !this.garden.is_seen) return;
    const row = make('div', 'row options');
    if (this.asked) {
      this.question(panel, row);
    } else if (this.garden.is_seen) {
      panel.append(make('p', 'quiet small', say('p_correct')));
      const turn = this.garden.may_turn ? [wordButton('turn', `⇄ ${say('p_turn')}`, '', () => this.page.change({ change: 'turn_board' }))] : [];
      row.append(...this.nextDoubt(), ...turn, wordButton('aside', say('p_aside'), '', () => this.page.change({ change: 'put_aside' })), ...this.waysOfSeeds());
    } else if (this.chosen) {
      const canGo = this.targets(this.chosen).length;
      const what = this.inWords(this.chosen);
      panel.append(make('p', 'small', canGo ? say('p_tap_target', { what }) : say('p_choose', { what })));
      const cell = this.chosen;
      for (const word of this.options(cell)) row.append(wordButton(word, say(`p_${word}`), word === 'grow' ? 'key' : '', () => this.play(word, cell)));
      row.append(makeButton(say('cancel'), '', () => this.let_go()));
    } else {
      panel.append(make('p', 'quiet small', say('p_tap')));
      if (this.garden.can_end || !this.garden.owed) row.append(wordButton('end', say('p_end'), '', () => this.act('end')));
    }
    if (row.childElementCount) panel.append(row);
  }

  /** The way to the next piece that was not seen well, if there is one. */
  nextDoubt() {
    const { doubts = [] } = this.garden;
    const place = doubts[(doubts.indexOf(this.asked) + 1) % doubts.length];
    if (!place || place === this.asked) return [];
    return [wordButton('doubt', say('p_doubt', { place }), this.asked ? '' : 'key', () => { this.ask(place); this.bringInSight([place]); })];
  }

  /** What tells a seed from a sprout on this table: one tap says it, and the photo is read anew. */
  waysOfSeeds() {
    const { told, known } = this.game.seeds_by;
    const buttons = WAYS.map((way) => {
      const button = wordButton(`by_${way}`, say(`p_by_${way}`), 'small', () => this.page.change({ change: 'seeds_by', by: way === told ? null : way }));
      button.setAttribute('aria-pressed', String(way === known));
      return button;
    });
    return [make('span', 'quiet small ways', say('p_seeds_by')), ...buttons];
  }

  /** What may stand on the cell that is asked about: as it was seen, another piece, or nothing. */
  question(panel, row) {
    const cell = this.asked;
    const stands = this.garden.pieces[cell];
    panel.append(make('p', 'small', say('p_what_stands', { place: cell })));
    const answer = (colour, kind) => () => { this.asked = null; this.correct({ cell, colour, kind }); };
    row.append(...this.nextDoubt());
    const nothing = signed('nothing', make('span', 'counter'), say('p_nothing'), answer(null, null));
    nothing.classList.toggle('key', !stands);
    row.append(nothing);
    for (const player of this.game.players) {
      for (const kind of ['sprout', 'seed']) {
        const sign = make('span', `counter ${kind}`);
        sign.dataset.colour = player.colour;
        const same = stands && stands[0] === player.colour && stands[1] === kind;
        const button = signed(`${player.colour}_${kind}`, sign, say(same ? 'p_right' : `p_${kind}`), answer(player.colour, kind));
        button.setAttribute('aria-label', `${player.colour_name} ${say(`p_${kind}`)}`);
        button.classList.toggle('key', Boolean(same));
        // What was probably misread stands first: a phone has no room for all.
        if (same) row.prepend(button);
        else if (stands?.[0] === player.colour) nothing.before(button);
        else row.append(button);
      }
    }
    row.append(makeButton(say('cancel'), '', () => this.let_go()));
  }
}

/** A button for what may stand on a cell: how it is drawn, above its word. */
function signed(word, sign, text, pressed) {
  sign.setAttribute('aria-hidden', 'true');
  const button = wordButton(word, sign, 'piece-choice', pressed);
  button.append(make('span', '', text));
  return button;
}

/** A button of what can be done, named by its word. */
function wordButton(word, text, look, pressed) {
  const button = makeButton(text, look, pressed);
  button.dataset.word = word;
  return button;
}
