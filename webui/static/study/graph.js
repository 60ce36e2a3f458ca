// The course of a game as a graph: who has a proved win after each move, or points given away.

import { say } from '../common/api.js';
import { shape } from '../common/dom.js';

/** Draw the remarks on moves into a figure; a tap on a column goes to its move. */
export function graph(figure, moves, { at, of, goTo }) {
  const points = moves.some((move) => 'best_points' in move);
  const most = Math.max(1, ...moves.map((move) => Math.abs(move.value)));
  const count = Math.max(of, moves.length, 8);
  const height = 60;
  const middle = points ? height : height / 2;
  const picture = shape('svg', { viewBox: `0 0 ${count * 10} ${height}`, preserveAspectRatio: 'none', role: 'img' });
  picture.append(shape('rect', { x: 0, y: 0, width: count * 10, height, class: 'ground' }));
  moves.forEach((move, index) => {
    const size = (Math.abs(move.value) / most) * (points ? height - 4 : height / 2 - 3);
    const y = move.value > 0 ? middle - size : middle;
    const side = points ? 'away' : move.value > 0 ? 'white' : 'blue';
    if (size) picture.append(shape('rect', { x: index * 10, y, width: 10, height: size, class: side }));
    if (move.marks.some((mark) => ['missed_win', 'loses', 'threat_not_seen'].includes(mark))) picture.append(shape('circle', { cx: index * 10 + 5, cy: middle, r: 3, class: 'fault' }));
    const column = shape('rect', { x: index * 10, y: 0, width: 10, height, class: move.number === at ? 'column here' : 'column' });
    column.addEventListener('click', () => goTo(move.number));
    picture.append(column);
  });
  picture.append(shape('line', { x1: 0, x2: count * 10, y1: middle, y2: middle, class: 'axis' }));
  figure.querySelector('figcaption').textContent = say(points ? 'graph_points' : 'graph_wins');
  picture.setAttribute('aria-label', figure.querySelector('figcaption').textContent);
  figure.querySelector('svg')?.remove();
  figure.append(picture);
}
