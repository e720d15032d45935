import { GraphQLError } from 'graphql'
import { expect, test, vi } from 'vitest'
import { StorageFullError } from '../../platform/storage/index.ts'
import { type ErrorSite, fieldError, toRefusal } from './errors.ts'

const FULL = { message: 'The storage is full. Please contact your administrator.' }

/** What a full database says of a field or of a whole request, and what the log has of it. */
function said(answer: (error: Error, site: ErrorSite) => unknown, error: Error) {
  const log = { error: vi.fn() }
  const site = { log: log as never, requestId: 'r1', operation: 'rename' }
  return { answer: answer(error, site), logged: log.error.mock.calls.map(([, text]) => text) }
}

const ofField = (originalError: Error, site: ErrorSite) =>
  fieldError(new GraphQLError(originalError.message, { originalError }), site)

test('for want of room a field and a whole request answer the same, and whoever runs the installation hears of both', () => {
  for (const error of [
    new StorageFullError(),
    Object.assign(new Error('could not extend file'), { code: '53100' }),
  ]) {
    expect(said(ofField, error)).toMatchObject({ answer: FULL, logged: ['No room is left'] })
    expect(said(toRefusal, error)).toMatchObject({
      answer: { status: 503, errors: [FULL] },
      logged: ['No room is left'],
    })
  }
})
