/** What a run of Vitest tries, as it gets it by its environment. */
export interface Trial {
  /** Paths of the tests. */
  readonly tests: readonly string[]
  /** Mutants; 0 is the source as it is. */
  readonly numbers: readonly number[]
  /** Where each line is an event and the number of a mutant. */
  readonly log: string
}

export type TrialEvent = 'began' | 'caught' | 'survived'

const VARIABLE = 'HELIOROOM_TRIAL'

/** The environment of a run that tries this. */
export const trialEnv = (trial: Trial): Record<string, string> => ({ [VARIABLE]: JSON.stringify(trial) })

/** @throws outside of such a run */
export const givenTrial = (): Trial => JSON.parse(process.env[VARIABLE] ?? '') as Trial
