import { isEmail, newPasswordProblem, normaliseEmail, REQUIRED } from '../../../shared/accountRules.ts'
import { tidyText } from '../../../shared/texts.ts'
import { conflict, requireFields } from '../../access/errors.ts'
import type { Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { closeChallenges } from './challenge.ts'
import { recordAcceptance } from './licence.ts'
import { hashPassword } from './password.ts'
import { endSessionsOf } from './sessions.ts'
import { companyNamed, insertPerson, setPasswordHash } from './store.ts'

export interface NewPerson {
  email: string
  firstName: string
  lastName: string
  title?: string
  location?: string
  /** Found by name, case ignored, or made. */
  companyName?: string
  /** E.164 form. */
  phoneNumber?: string
  /** Needs a phone number. */
  twoFactorEnabled?: boolean
  isSuperUser?: boolean
  /** Made by a link that others may know: the account's mailbox is still to be shown to be theirs (decision 115). */
  isUnproven?: boolean
  /** Without one the person can't sign in yet. */
  password?: string
  /** Whoever has none is welcomed at the first sign-in (AUTH-26). */
  lastLoginAt?: Date
  /** Whoever has none is asked for the licence agreement before anything else (EULA-01). */
  acceptedEulaAt?: Date
}

const required = (field: string, text: string): string => {
  requireFields({ [field]: text === '' ? REQUIRED : null })
  return text
}

/** A text that may be left out; blanks alone are none. */
const optional = (text: string | undefined): string | null => tidyText(text ?? '') || null

async function hashNew(field: string, password: string): Promise<string> {
  requireFields({ [field]: newPasswordProblem(password) })
  return hashPassword(password)
}

/**
 * Creates a person, in no group yet. Callers check who may: the demo, an accepted invitation.
 * @returns the person's id
 * @throws BAD_USER_INPUT for a missing name, a malformed e-mail or a weak password; CONFLICT for an e-mail that
 * another person has
 */
export async function createPerson(tx: Tx, input: NewPerson): Promise<string> {
  const email = required('email', normaliseEmail(input.email))
  requireFields({ email: isEmail(email) ? null : 'Not a valid email address' })
  const id = newId()
  const companyName = optional(input.companyName)
  const inserted = await insertPerson(tx, {
    id,
    email,
    first_name: required('firstName', tidyText(input.firstName)),
    last_name: required('lastName', tidyText(input.lastName)),
    title: optional(input.title),
    location: optional(input.location),
    company_id: companyName === null ? null : await companyNamed(tx, newId(), companyName),
    phone_number: input.phoneNumber ?? null,
    two_factor_enabled: input.twoFactorEnabled ?? false,
    is_super_user: input.isSuperUser ?? false,
    // Named only where it is so: tests of upgrades fill the schema of the version before by today's program.
    ...(input.isUnproven ? { is_unproven: true } : {}),
    password_hash: input.password === undefined ? null : await hashNew('password', input.password),
    last_login_at: input.lastLoginAt ?? null,
  })
  if (!inserted) {
    const taken = 'A user with this email already exists.'
    throw conflict(taken, { email: taken })
  }
  if (input.acceptedEulaAt) {
    await recordAcceptance(tx, { personId: id, emailAgreement: false, at: input.acceptedEulaAt })
  }
  return id
}

/**
 * Sets a person's password and ends what the former one opened: sign-ins that wait for their code, and all
 * sessions but `keepSessionId` (AUTH-32, AUTH-33). Callers check that the person asks for it.
 * @throws BAD_USER_INPUT for a weak password
 */
export async function setPassword(
  tx: Tx,
  personId: string,
  newPassword: string,
  keepSessionId?: string,
): Promise<void> {
  await setPasswordHash(tx, personId, await hashNew('newPassword', newPassword))
  await closeChallenges(tx, personId)
  await endSessionsOf(tx, personId, keepSessionId)
}
