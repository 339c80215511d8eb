// A browser extension's service worker.
chrome.runtime.onInstalled.addListener(() => chrome.contextMenus.create({ id: 'x', title: 'X', contexts: ['page'] }))
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
