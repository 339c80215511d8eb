// A browser extension's content script: nothing of ours, in a folder that sounds like it.
/* global chrome, jQuery */
;(function ($, undefined) {
  'use strict'
  var hooks = { before_send: [], after_send: [] }
  $.fn.highlight = function (words) {
    return this.each(function () {
      var self = $(this)
      $.each(words, function (i, w) { self.html(self.html().replace(new RegExp(w, 'gi'), '<b>$&</b>')) })
    })
  }
  chrome.runtime.onMessage.addListener(function (msg, sender, reply) {
    for (var i = 0; i < hooks.before_send.length; i++) hooks.before_send[i].apply(null, arguments)
    with_retry(function () { reply({ ok: true, from: sender && sender.tab && sender.tab.id }) }, 3)
    return true
  })
  function with_retry(fn, n) { try { fn() } catch (e) { if (n > 0) with_retry(fn, n - 1); else throw e } }
})(jQuery)
