import { fullName } from '../../../../shared/personName.ts'
import type { PersonRowFragment } from '../core/operations.generated.ts'

/** A row of the people: somebody who is invited, or a member. */
export type Person = PersonRowFragment

/** What a person is called: a member by their own name of now, in place of the invited one (PPL-30). */
export const nameOf = (person: Person): string => person.existingUser?.fullName ?? fullName(person)

export const emailOf = ({ existingUser, email }: Person): string => existingUser?.email ?? email
export const titleOf = ({ existingUser, title }: Person): string | null => existingUser?.title ?? title
export const companyOf = ({ existingUser }: Person): string | null => existingUser?.companyName ?? null
