/** How many comparisons may still be made: sequences that have nothing in common would take their product. */
export class Budget {
  #left: number

  constructor(steps: number) {
    this.#left = steps
  }

  take(steps: number): void {
    this.#left -= steps
  }

  get isSpent(): boolean {
    return this.#left < 0
  }
}
