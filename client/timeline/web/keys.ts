// Keyboard handling of the page. Keys that an input field needs are left to it.

import type { Move } from '../layout/moves.ts'

export type KeyActs = {
  readonly move: (move: Move) => void
  readonly zoom: (factor: number) => void
  readonly fit: () => void
  readonly pan: (share: number) => void
  readonly open: (what: 'payload' | 'hook') => void
  readonly search: () => void
  readonly leave: () => void
}

const MOVES: Readonly<Record<string, Move>> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  ArrowDown: 'down',
  ArrowUp: 'up',
  Home: 'first',
  End: 'last',
  n: 'nextNotable',
  N: 'previousNotable',
  p: 'previousNotable',
  c: 'critical',
}

/** Installs the listener on the whole page. */
export function listenToKeys(acts: KeyActs): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { target, key } = event
    if (target instanceof HTMLInputElement && target.type === 'search') {
      if (key === 'Escape') acts.leave()
      if (key === 'Enter' || key === 'ArrowDown') acts.move('first')
      return
    }
    const act = actOf(key, event.shiftKey)
    if (act === undefined) return
    // Buttons and check boxes handle these keys themselves.
    const isOwn = target instanceof HTMLButtonElement || target instanceof HTMLInputElement
    if (isOwn && (key === 'Enter' || key === ' ')) return
    event.preventDefault()
    act()
  })

  function actOf(key: string, shifted: boolean): (() => void) | undefined {
    if (shifted && key === 'ArrowRight') return () => acts.pan(0.2)
    if (shifted && key === 'ArrowLeft') return () => acts.pan(-0.2)
    const move = MOVES[key]
    if (move !== undefined) return () => acts.move(move)
    switch (key) {
      case '+':
      case '=':
        return () => acts.zoom(1 / 1.6)
      case '-':
      case '_':
        return () => acts.zoom(1.6)
      case '0':
        return acts.fit
      case 'PageDown':
        return () => acts.pan(0.9)
      case 'PageUp':
        return () => acts.pan(-0.9)
      case 'Enter':
        return () => acts.open('payload')
      case ' ':
        return () => acts.open('hook')
      case '/':
        return acts.search
      case 'Escape':
        return acts.leave
      default:
        return undefined
    }
  }
}
