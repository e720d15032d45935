import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FaultOptions } from './options.ts'
import type { Ran, ScenarioResult } from './run.ts'
import type { Scenario } from './scenario.ts'

/** Milliseconds that all scenarios together may take on two cores, unless they kill more often than usual. */
const MAX_MS = 20 * 60_000

const SORTS = ['lost', 'doubled', 'exposed'] as const

/** What became of the scenarios, as test-results/faults.json and the last line say it (SCALE-30). */
export class FaultReport {
  readonly #options: Pick<FaultOptions, 'chosen' | 'mode'>
  readonly #say: (line: string) => void
  readonly #begun = performance.now()
  readonly #results: ScenarioResult[] = []
  readonly #skipped: string[] = []
  readonly #failed = new Set<string>()
  network: 'namespaces' | 'proxy' = 'proxy'

  constructor(options: Pick<FaultOptions, 'chosen' | 'mode'>, say: (line: string) => void) {
    this.#options = options
    this.#say = say
  }

  /** One that this machine can't run, which is no pass. */
  skip({ name }: Pick<Scenario, 'name'>, why: string): void {
    this.#skipped.push(name)
    this.#say(`${name}: not run, because ${why}`)
  }

  /** One that has come to its end: it has passed where its audit found nothing, and nobody saw errors for too long. */
  ended({ name, maxErrorMs }: Pick<Scenario, 'name' | 'maxErrorMs'>, ran: Ran): void {
    const { findings, failures, ...result } = ran
    this.#results.push(result)
    for (const [what, count] of failures) this.#say(`  ${count} × ${what}`)
    for (const sort of SORTS) for (const sentence of findings[sort]) this.#say(`  ${sort}: ${sentence}`)
    const isLate = result.longestErrorMs > (maxErrorMs ?? Number.POSITIVE_INFINITY)
    if (isLate) this.#say(`  errors for ${result.longestErrorMs} ms`)
    if (isLate || SORTS.some((sort) => result[sort] > 0)) this.#failed.add(name)
    this.#say(`${name}: ${JSON.stringify(result)}`)
  }

  /** One that broke off, at its end at the latest. */
  failed({ name }: Pick<Scenario, 'name'>): void {
    this.#failed.add(name)
  }

  /**
   * Writes the file and says the last line.
   * @param folder where faults.json is written
   * @returns what the program ends with
   */
  close(folder: string, ms = performance.now() - this.#begun): 0 | 1 {
    const sum = (of: 'kills' | (typeof SORTS)[number]) =>
      this.#results.reduce((all, result) => all + result[of], 0)
    const report = {
      mode: this.#options.mode,
      network: this.network,
      kills: sum('kills'),
      lost: sum('lost'),
      doubled: sum('doubled'),
      exposed: sum('exposed'),
      scenarios: this.#results,
    }
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'faults.json'), `${JSON.stringify(report, null, 2)}\n`)
    if (this.#skipped.length > 0) this.#say(`Not run: ${this.#skipped.join(', ')}`)
    const isTooLong = this.#options.mode !== 'long' && ms > MAX_MS
    if (isTooLong)
      this.#say(`It took ${Math.round(ms / 60_000)} minutes; ${MAX_MS / 60_000} are allowed without --long.`)
    const failed = this.#failed.size
    this.#say(`${this.#options.chosen.length - failed - this.#skipped.length} passed, ${failed} failed`)
    return failed === 0 && !isTooLong ? 0 : 1
  }
}
