/** Rules and messages for credentials, for the forms and for the server. */

export const REQUIRED = 'This field is required'

export const CODE_LENGTH = 6

/** Said in place of "sent" where nobody sends text messages (SEC-25). */
export const CODE_NOT_SENT =
  'Not sent: no text messages are set up here. Whoever runs Helioroom finds the code in the back office.'

const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/
/** Characters of the longest address that mail can reach. */
export const EMAIL_LENGTH = 254

/** The one spelling of an address: case and surrounding blanks don't count (AUTH-06). */
export const normaliseEmail = (text: string): string => text.trim().toLowerCase()

/** Whether a normalised address has the shape of one. */
export const isEmail = (email: string): boolean => email.length <= EMAIL_LENGTH && EMAIL.test(email)

/** What is wrong with a code from a text message; null for one that may be tried (AUTH-11, SEC-13). */
export const codeProblem = (code: string): string | null => {
  if (code === '') return REQUIRED
  if (!/^\d+$/.test(code)) return 'Authentication code must contain only digits'
  return code.length === CODE_LENGTH ? null : `Authentication code must contain ${CODE_LENGTH} digits`
}

/** What is wrong with a password that someone chooses; null for a good one (SEC-20, AUTH-23). */
export const newPasswordProblem = (password: string): string | null => {
  if (password === '') return REQUIRED
  if (password.length < 8) return 'Must be 8 or more characters'
  return /\d/.test(password) ? null : 'Password must have at least 1 number'
}
