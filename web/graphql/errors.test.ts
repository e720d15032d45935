import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors'
import { expect, test } from 'vitest'
import {
  CONNECTION_LOST,
  ConnectionLost,
  errorCode,
  errorText,
  fieldErrors,
  problemOf,
  problemOfError,
} from './errors.ts'

const failed = (message: string, extensions: Record<string, unknown>) =>
  new CombinedGraphQLErrors({ data: null, errors: [{ message, extensions }] })

const refusedAs = (status: number, body: string) =>
  new ServerError('refused', { response: new Response(body, { status }), bodyText: body })

test('a failed field gives its code and its own text', () => {
  const error = failed('Document not found.', { code: 'NOT_FOUND' })
  expect([errorCode(error), errorText(error)]).toEqual(['NOT_FOUND', 'Document not found.'])
})

test('a request refused as a whole gives the code and text of its body', () => {
  const body = JSON.stringify({
    errors: [{ message: 'Please sign in.', extensions: { code: 'UNAUTHENTICATED' } }],
  })
  const error = refusedAs(401, body)
  expect([errorCode(error), errorText(error)]).toEqual(['UNAUTHENTICATED', 'Please sign in.'])
})

test.each([
  ['a page of a proxy', refusedAs(502, '<html>Bad gateway at 10.0.0.7:3000</html>')],
  ['JSON that is none of ours', refusedAs(500, '{"errors": "stack at /srv/app.js"}')],
  ['a fault of our own', new TypeError("Cannot read properties of undefined (reading 'x')")],
  ['nothing', undefined],
])('ERR-11 %s is said to be a server error, without its insides', (_case, error) => {
  expect([errorCode(error), errorText(error)]).toEqual(['INTERNAL', 'A server error has occurred'])
})

test('ERR-08 no answer is a lost connection', () => {
  const error = new ConnectionLost(new TypeError('fetch failed'))
  expect([errorCode(error), errorText(error)]).toEqual(['OFFLINE', CONNECTION_LOST])
  expect(CONNECTION_LOST).toBe('Connection lost. Please check your network and try again.')
})

test('rejected input gives its texts by field', () => {
  const error = failed('Rejected.', { code: 'BAD_USER_INPUT', fields: { name: 'Too long', size: 3 } })
  expect(fieldErrors(error)).toEqual({ name: 'Too long' })
  expect(problemOfError(error)).toEqual({ fields: { name: 'Too long' }, message: 'Rejected.' })
})

test('errors of a payload go to their fields, or above the form', () => {
  expect(problemOf([])).toBeUndefined()
  expect(
    problemOf([
      { field: 'code', message: 'Invalid authentication code.' },
      { field: null, message: 'Incorrect email or password.' },
    ]),
  ).toEqual({ fields: { code: 'Invalid authentication code.' }, message: 'Incorrect email or password.' })
  expect(
    problemOf([
      { field: null, message: 'Not now.' },
      { field: null, message: 'Try again.' },
    ]),
  ).toEqual({ fields: {}, message: 'Not now. Try again.' })
})
