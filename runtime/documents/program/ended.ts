// How following a program stops before its last statement.

/** Thrown where the program ends, and caught where following it began. */
export class Ended extends Error {
  readonly failed: boolean
  constructor(failed: boolean) {
    super()
    this.failed = failed
  }
}

/** Thrown when a program is too long to follow. */
export class BudgetExceeded extends Error {}
