import { DomainError } from '../server/access/errors.ts'

/** The code and the texts by field with which a call was refused; what else was thrown as it is, null for nothing. */
export async function fieldsOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  return error instanceof DomainError ? { code: error.code, fields: error.extensions.fields } : error
}
