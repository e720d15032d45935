// Derives the key of a place, with memory of its own: run by sealed.ts, which sends what from.

import { scryptSync } from 'node:crypto'
import { once } from 'node:events'
import type { KeyOrder } from './sealed.ts'

const MAX_KEY_MEMORY = 1024 ** 3

const [{ passphrase, salt, cost }] = (await once(process, 'message')) as [KeyOrder]
const options = { ...cost, maxmem: MAX_KEY_MEMORY }
const key = scryptSync(passphrase, Buffer.from(salt, 'base64'), 32, options)
// It ends with whoever has asked, who reads the answer before.
process.once('disconnect', () => process.exit())
process.send?.(key.toString('base64'))
