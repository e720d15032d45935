import { expect, test } from 'vitest'
import { DomainError } from '../access/errors.ts'
import { assertRevision } from './revisions.ts'

const message = 'Someone else has just changed this ticket. Please check and try again.'
const save = (known: number | null | undefined) =>
  assertRevision({
    of: 'ticket',
    known,
    now: 3,
    what: 'this ticket',
    newer: { state: 'CLOSED' },
  })

test('who knows the newest state, or says nothing of what they know, may save', () => {
  for (const known of [3, null, undefined]) expect(() => save(known)).not.toThrow()
})

test('who knows an older state is refused with the newer one', () => {
  const refusal = (() => {
    try {
      return save(2)
    } catch (error) {
      return error
    }
  })()
  expect(refusal).toBeInstanceOf(DomainError)
  expect(refusal).toMatchObject({
    code: 'CONFLICT',
    message,
    extensions: { of: 'ticket', revision: 3, newer: { state: 'CLOSED' } },
  })
})
