/** What was tried, counted, with a line for each thing that did not hold. */
export class Report {
  #passed = 0
  #failed = 0

  get failed(): number {
    return this.#failed
  }

  title(text: string): void {
    console.log(`\n${text}`)
  }

  note(text: string): void {
    console.log(`  ${text}`)
  }

  /** One thing that must hold. Only what does not is shown. */
  check(what: string, holds: boolean, found?: unknown): void {
    if (holds) {
      this.#passed += 1
      return
    }
    this.#failed += 1
    console.log(`  FAILED  ${what}${found === undefined ? '' : `: ${JSON.stringify(found)}`}`)
  }

  /** As `check`, for all of a kind, followed by a line that says how many held. */
  async each<Item>(
    items: readonly Item[],
    {
      name,
      holds,
      sum,
    }: { name: (item: Item) => string; holds: (item: Item) => Promise<unknown>; sum: string },
  ): Promise<void> {
    let held = 0
    for (const item of items) {
      let found: unknown
      try {
        found = await holds(item)
      } catch (error) {
        found = error instanceof Error ? error.message : String(error)
      }
      if (found === true) held += 1
      this.check(name(item), found === true, found)
    }
    this.note(`${held} of ${items.length} ${sum}`)
  }

  /** The last line. */
  end(): void {
    console.log(`\n${this.#passed} passed, ${this.#failed} failed`)
  }
}
