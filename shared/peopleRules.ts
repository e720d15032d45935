import { isEmail, normaliseEmail } from './accountRules.ts'
import { PROFILE_LENGTHS } from './profileRules.ts'
import { tidyText, tooLong } from './texts.ts'

/** Rules and messages for invitations and groups, for the forms and for the server. */

/** Characters, at most. */
const LENGTHS = { ...PROFILE_LENGTHS, groupName: 128 } as const

/** PPL-11, PPL-23 */
export const NO_GROUP = 'Please select a group.'
/** GRP-07 */
export const NO_ROLE = 'Role is required'
export const NO_PORTFOLIO = 'Please select a portfolio.'
/** PPL-14 */
export const ALREADY_INVITED = 'A user with this email has already been invited.'
/** GRP-20 */
export const GROUP_NAME_TAKEN = 'A group with this name already exists.'

/** Who is invited, as typed. */
export interface InviteeText {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly title: string
}
export type InviteeField = keyof InviteeText

const NAMES = { firstName: 'First Name', lastName: 'Last Name' } as const

/** What is wrong with a text of an invitation; null for a good one (PPL-09 to PPL-11). */
export function inviteeProblem(field: InviteeField, text: string): string | null {
  if (field === 'email') {
    const email = normaliseEmail(text)
    if (email === '') return 'Email is a required field'
    return isEmail(email) ? null : 'Not a valid email address'
  }
  const tidied = tidyText(text)
  if (field !== 'title' && tidied === '') return `${NAMES[field]} is a required field`
  return tooLong(tidied, LENGTHS[field])
}

/** What is wrong with a group's name; null for a good one (GRP-07). */
export function groupNameProblem(text: string): string | null {
  const tidied = tidyText(text)
  return tidied === '' ? 'Name is a required field' : tooLong(tidied, LENGTHS.groupName)
}
