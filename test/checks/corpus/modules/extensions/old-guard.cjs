'use strict';
var util = require('util');
var EventEmitter = require('events').EventEmitter;

function Guard(opts) {
  if (!(this instanceof Guard)) return new Guard(opts);
  EventEmitter.call(this);
  this.opts = opts || {};
  this.denied = 0;
}
util.inherits(Guard, EventEmitter);
Guard.prototype.check = function (name) {
  var rules = this.opts.rules || [];
  for (var i = 0, l = rules.length; i < l; i++) {
    if (rules[i] instanceof RegExp ? rules[i].test(name) : rules[i] === name) { this.denied++; return false; }
  }
  return true;
};

var guard = new Guard({ rules: [/^rm_/, 'drop_table'] });

module.exports = {
  name: 'old-guard',
  hooks: {
    tool_execute_before: function (ctx) {
      var self = guard;
      return new Promise(function (resolve) {
        process.nextTick(function () { resolve(self.check(ctx.toolName) ? ctx : null); });
      });
    },
    message_sent: function () {
      if (arguments[0] && arguments[0].text) guard.emit('sent', arguments[0].text.length);
      return Promise.resolve();
    }
  }
};
