import { parseArgs } from 'node:util'
import { NAMES, SCENARIOS } from './list.ts'
import type { Scenario } from './scenario.ts'

const KILLS = 60
const LONG_KILLS = 1000

const USAGE = `Usage: npm run test:faults -- [--only NAME[,NAME…]] [--kills N] [--long] [--prove] [--port N]
  --only   one or some of ${NAMES.join(', ')}
  --kills  how often is killed, all scenarios together: ${KILLS} unless set
  --long   ${LONG_KILLS} kills
  --prove  plants three faults, and ends with 0 where the audit names them
  --port   of the address, 23000 unless set`

/** It was called wrongly, in a way that the message and the usage say. */
export class UsageError extends Error {}

/** What is run, and how often is killed (SCALE-28). */
export interface FaultOptions {
  readonly chosen: readonly Scenario[]
  readonly kills: number
  readonly mode: 'usual' | 'some' | 'long'
  readonly proves: boolean
  readonly port: number
}

/** @throws UsageError */
export function readOptions(args: readonly string[]): FaultOptions {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        only: { type: 'string' },
        kills: { type: 'string' },
        long: { type: 'boolean', default: false },
        prove: { type: 'boolean', default: false },
        port: { type: 'string', default: '23000' },
      },
    })
    const names = values.only?.split(',')
    const unknown = names?.find((name) => !NAMES.includes(name))
    if (unknown !== undefined) throw new UsageError(`There is no scenario "${unknown}".`)
    const kills = Number(values.kills ?? (values.long ? LONG_KILLS : KILLS))
    if (!Number.isInteger(kills) || kills < 0) throw new UsageError('--kills is a whole number.')
    const chosen = SCENARIOS.filter(({ name }) => names?.includes(name) ?? true)
    const mode = values.long ? 'long' : names || values.kills !== undefined ? 'some' : 'usual'
    return { chosen, kills, mode, proves: values.prove, port: Number(values.port) }
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}
