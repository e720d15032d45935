import { hash, verify } from '@node-rs/argon2'
import { createFairQueue } from './fairQueue.ts'

/**
 * More than OWASP asks of argon2id, the library's own kind: 19 MiB, five passes in place of two, one lane; about 25 ms,
 * the greater part of signing in.
 */
export const COST = { memoryCost: 19_456, timeCost: 5, parallelism: 1 } as const

/**
 * Hashing runs on Node's few worker threads, which also serve files: a flood of sign-ins must leave some of them to
 * downloads, so that only two passwords are hashed at a time. Network addresses take turns, and each has as many as
 * may fail there before it is refused (AUTH-07); 500 in all wait seven seconds or so.
 */
const queue = createFairQueue({ atOnce: 2, each: 50, all: 500 })

/** Whose turn it is where no network address asks. */
const THIS_SERVER = ''

/** Before anything else is asked for an attempt. @throws RATE_LIMITED where too many of the address are under way */
export const refuseWhenFull = (address: string): void => queue.refuseFull(address)

/** The same characters arrive composed differently from different keyboards. */
const bytesOf = (password: string): string => password.normalize('NFC')

/** The salted slow hash that is kept in a password's place (AUTH-34). */
export const hashPassword = (password: string): Promise<string> =>
  queue.run(THIS_SERVER, () => hash(bytesOf(password), COST))

export interface PasswordCheck {
  passwordHash: string | null
  password: string
  /** Network address that asks. */
  address: string
  /** Asked once it is the attempt's turn: others may have used up what was left of the throttle. */
  before?: () => Promise<void>
}

const COST_OF_HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/

/** Passes of a hash that was made when fewer were asked for; null for one as they are made now. */
function fewerPassesOf(passwordHash: string): number | null {
  const [, memory, passes, lanes] = COST_OF_HASH.exec(passwordHash) ?? []
  const { memoryCost, timeCost, parallelism } = COST
  if (Number(memory) !== memoryCost || Number(lanes) !== parallelism) return null
  return Number(passes) < timeCost ? Number(passes) : null
}

/**
 * A hash of today's cost in place of one that was made with fewer passes, of a password that has just proved right; null
 * where the hash needs none.
 */
export const renewedHash = (passwordHash: string, password: string): Promise<string | null> =>
  fewerPassesOf(passwordHash) === null ? Promise.resolve(null) : hashPassword(password)

/**
 * Whether the password is the one behind the hash. Without a hash (unknown e-mail, no password chosen yet) it
 * takes the same time to say no, and behind one of fewer passes as well, so that the time reveals nothing about who has
 * an account (AUTH-05).
 * @throws RATE_LIMITED where too many wait already, and what `before` throws
 */
export const passwordMatches = ({
  passwordHash,
  password,
  address,
  before,
}: PasswordCheck): Promise<boolean> =>
  queue.run(address, async () => {
    await before?.()
    if (passwordHash === null) {
      await hash(bytesOf(password), COST)
      return false
    }
    const matches = await verify(passwordHash, bytesOf(password))
    const passes = fewerPassesOf(passwordHash)
    if (passes !== null) await hash(bytesOf(password), { ...COST, timeCost: COST.timeCost - passes })
    return matches
  })
