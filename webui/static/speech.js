// The browser's own voice reads the verdict, where somebody has asked for it.

/** A function that speaks while the button is pressed in; speech starts with a touch only. */
export function speaker(button) {
  const voice = window.speechSynthesis;
  let on = Boolean(voice) && localStorage.getItem('speak') === 'yes';
  button.hidden = !voice;
  button.setAttribute('aria-pressed', String(on));
  button.addEventListener('click', () => {
    on = !on;
    localStorage.setItem('speak', on ? 'yes' : 'no');
    button.setAttribute('aria-pressed', String(on));
    voice.cancel();
    if (on) say(document.querySelector('#verdict h1').textContent);
  });
  function say(text) {
    if (!on || !text.trim()) return;
    voice.cancel();
    const words = new SpeechSynthesisUtterance(text);
    words.lang = document.documentElement.lang === 'zh-Hant' ? 'zh-TW' : document.documentElement.lang;
    voice.speak(words);
  }
  return say;
}
