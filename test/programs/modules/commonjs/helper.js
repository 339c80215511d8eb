exports.part = 'commonjs, typed'
