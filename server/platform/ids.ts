import { randomUUIDv7 } from 'node:crypto'

/** A new key: a UUID of version 7, so that rows made together lie together in the index. */
export const newId = (): string => randomUUIDv7()

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Ids come from outside; one that is no UUID can't name anything, and PostgreSQL would refuse it with an error. */
export const isId = (value: string): boolean => UUID.test(value)
