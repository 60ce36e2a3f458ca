// Walking through a proof: the winner's move is given, every reply of the loser can be tried.

import { drawn, inARow, say } from '../common/api.js';
import { cellsOf, joined, picture, showBoard } from '../board/board.js';
import { keepFocus, make, makeButton, part } from '../common/dom.js';

let walker = null;

/** Open the page's dialog with a proof, the engine's JSON. */
export function showProof(proof) {
  walker ??= new Walker(part('walk'));
  part('walker').showModal();
  walker.show(proof);
}

class Walker {
  constructor(place) {
    this.pane = make('div', 'pane');
    this.words = make('p');
    this.words.setAttribute('role', 'status');
    this.replies = make('div', 'replies');
    this.back = makeButton(say('walk_back'), '', () => { this.path.pop(); keepFocus(() => this.paint()); });
    place.replaceChildren(this.pane, this.words, this.back, this.replies);
  }

  show(proof) {
    this.proof = proof;
    this.path = [{ number: 0, board: proof.board, reply: '' }];
    this.paint();
  }

  paint() {
    const { winner, positions } = this.proof;
    const { number, board, reply } = this.path.at(-1);
    const { move = '', wins = [], replies = {} } = positions[number];
    const colour = say(winner);
    const other = say(winner === 'white' ? 'blue' : 'white');
    const keys = Object.keys(replies);
    this.back.disabled = this.path.length < 2;
    const closes = !wins.length && !keys.length;
    showBoard(this.pane, { board, ghosts: move, marked: reply && cellsOf(reply) });
    const said = [];
    if (move) said.push(say(closes ? 'walk_closes' : 'walk_plays', { colour }));
    if (wins.length) said.push(say('walk_threatens', { colour, count: wins.length }));
    if (!closes) said.push(say(keys.length ? 'walk_replies' : 'walk_none', { other, colour, count: keys.length }));
    this.words.textContent = inARow(...said);
    this.replies.replaceChildren();
    const after = joined(board, move);
    if (!keys.length && wins.length) this.replies.append(this.choice(after, wins[0], say('walk_end', { colour }), null));
    for (const key of keys.slice(0, 60)) this.replies.append(this.choice(after, key, key, () => { this.path.push({ number: replies[key], board: joined(after, key), reply: key }); this.paint(); this.back.focus(); this.pane.scrollIntoView({ block: 'nearest' }); }));
  }

  choice(board, ghosts, label, chosen) {
    const button = make(chosen ? 'button' : 'div', 'reply', make('small', '', label));
    picture({ board, ghosts }).then((svg) => button.prepend(drawn(svg)), () => {});
    if (chosen) button.onclick = chosen;
    return button;
  }
}
