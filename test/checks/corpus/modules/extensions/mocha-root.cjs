'use strict'
// Root hooks of a test runner; `hooks` and `name` mean something else here.
const sinon = require('sinon')

let clock
exports.mochaHooks = {
  beforeEach(done) { clock = sinon.useFakeTimers(); done() },
  afterEach: function () { clock && clock.restore() },
}
exports.name = 'root'
