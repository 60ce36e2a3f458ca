// The browser's own voice reads the verdict, where somebody has asked for it, and lets itself finish.

const KEPT = 'speak';
const LEVELS = ['no', 'headline', 'all'];
/** What matters beside the headline: so many lines, of these levels. */
const MOST_LINES = 2;
const MATTERS = ['wrong', 'unsure', 'win'];

export class Speaker {
  /** `button` turns the voice on and off, `choice` says how much; `verdict()` is the one that stands. */
  constructor(button, choice, verdict) {
    this.voice = window.speechSynthesis;
    this.button = button;
    this.choice = choice;
    this.waiting = null;
    this.speaking = false;
    const kept = localStorage.getItem(KEPT);
    // Earlier versions kept "yes" for the headline with its detail.
    this.much = kept === 'yes' ? 'headline' : LEVELS.includes(kept) ? kept : 'no';
    if (!this.voice) this.much = 'no';
    button.hidden = !this.voice;
    choice.disabled = !this.voice;
    this.show();
    button.addEventListener('click', () => this.choose(this.much === 'no' ? 'all' : 'no', verdict()));
    choice.addEventListener('change', () => this.choose(choice.value, verdict()));
  }

  /** Speech starts with a touch only: what stands there is read at once. */
  choose(much, verdict) {
    this.much = much;
    localStorage.setItem(KEPT, much);
    this.show();
    this.waiting = null;
    if (much === 'no') this.voice.cancel();
    else if (verdict) this.verdict(verdict);
  }

  show() {
    this.button.setAttribute('aria-pressed', String(this.much !== 'no'));
    this.choice.value = this.much;
  }

  /** The headline, and what matters beside it, as far as it is wanted. */
  verdict({ text, detail, items = [] }) {
    const more = items.filter((item) => MATTERS.includes(item.level) && item.text !== detail).map((item) => item.text).slice(0, MOST_LINES);
    this.say(this.much === 'all' ? [text, detail, ...more].filter(Boolean).map(ended).join(' ') : text);
  }

  /** Say something when what is being said has ended; of what waits only the newest is said. */
  say(text) {
    if (this.much === 'no' || !text?.trim()) return;
    this.waiting = text;
    if (!this.speaking) this.next();
  }

  next() {
    const text = this.waiting;
    this.waiting = null;
    this.speaking = Boolean(text);
    if (!text) return;
    // Kept: an utterance that nothing holds may be forgotten before it says that it has ended.
    const words = this.words = new SpeechSynthesisUtterance(text);
    words.lang = { 'zh-Hant': 'zh-TW' }[document.documentElement.lang] ?? document.documentElement.lang;
    const known = this.voice.getVoices();
    words.voice = known.find(({ lang }) => lang.replace('_', '-') === words.lang) ?? known.find(({ lang }) => lang.startsWith(words.lang.slice(0, 2))) ?? null;
    words.onend = words.onerror = () => this.next();
    this.voice.speak(words);
  }
}

const ended = (sentence) => (/[.!?。！？]$/.test(sentence) ? sentence : `${sentence}.`);
