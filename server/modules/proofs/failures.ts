export const SERVER_ERROR = 'A server error has occurred.'
export const LOST = 'Whoever asked for it no longer has access to all that it tells of.'
export const NO_RECORD = 'The record of the organisation has no entry yet. Please try again in a minute.'
export const FULL = 'There is not enough space on the server for it. Please contact your administrator.'

/** The run was cancelled, or another process has taken it over. */
export class RunSuperseded extends Error {
  override name = 'RunSuperseded'
}
