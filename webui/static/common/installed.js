// What makes the dashboard an app where it is installed: a worker that keeps its pages.

// Browsers allow workers on this machine and over https; elsewhere the pages do without.
if (window.isSecureContext && navigator.serviceWorker) {
  navigator.serviceWorker.register('/worker.js').catch(() => {});
}
