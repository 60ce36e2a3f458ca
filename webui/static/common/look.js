// Language and colours: this browser's own affair, kept in its cookies.

const YEAR = 31536000;

for (const name of ['language', 'theme']) {
  const choice = document.getElementById(name);
  choice.addEventListener('change', () => {
    const secure = location.protocol === 'https:' ? '; secure' : '';
    document.cookie = `${name}=${choice.value}; path=/; max-age=${YEAR}; samesite=strict${secure}`;
    location.reload();
  });
}
