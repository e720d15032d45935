/** A request that SCIM refuses, in its own schema (RFC 7644, 3.12). */
export class ScimError extends Error {
  override name = 'ScimError'
  readonly status: number
  readonly scimType: string | undefined

  constructor(status: number, detail: string, scimType?: string) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

export const invalidValue = (detail: string): ScimError => new ScimError(400, detail, 'invalidValue')
export const taken = (detail: string): ScimError => new ScimError(409, detail, 'uniqueness')
export const unknownResource = (): ScimError => new ScimError(404, 'There is no such resource.')
