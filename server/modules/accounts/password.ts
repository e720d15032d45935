import { hash, verify } from '@node-rs/argon2'

/** The cost that OWASP names for argon2id, the library's own kind: 19 MiB, two passes, one lane; about 10 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * Hashing runs on Node's few worker threads, which also serve files. A flood of sign-ins must leave some of
 * them to downloads, so that only this many passwords are hashed at once.
 */
const AT_ONCE = 2
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** The same characters arrive composed differently from different keyboards. */
const bytesOf = (password: string): string => password.normalize('NFC')

/** The salted slow hash that is kept in a password's place (AUTH-34). */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(bytesOf(password), COST))

/**
 * Whether the password is the one behind the hash. Without a hash (unknown e-mail, no password chosen yet) it
 * takes the same time to say no, so that the time tells nothing about who has an account (AUTH-05).
 */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  if (passwordHash !== null) return inTurn(() => verify(passwordHash, bytesOf(password)))
  await hashPassword(password)
  return false
}
