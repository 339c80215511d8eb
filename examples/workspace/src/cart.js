// A cart is a list of lines; prices are whole cents.

function subtotal(lines) {
  return lines.reduce((sum, line) => sum + line.cents * line.quantity, 0)
}

function total(lines, coupon) {
  const before = subtotal(lines)
  return before - discount(before, coupon)
}

function discount(cents, coupon) {
  if (coupon === undefined) return 0
  if (coupon.kind === 'percent') return Math.round((cents * coupon.value) / 100)
  return Math.min(coupon.value, cents)
}

module.exports = { subtotal, total, discount }
