import { lazily } from '../../ui/index.ts'

/** The dialog that asks for the password again, loaded when it is first needed. */
export const PasswordDialog = lazily(async () => (await import('./PasswordDialog.tsx')).PasswordDialog)
