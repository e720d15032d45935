import type { Files } from '../files/index.ts'
import type { Module } from '../manifest.ts'
import { createAuthenticators } from './authenticator.ts'
import { createAuthenticatorResolvers } from './authenticatorResolvers.ts'
import { avatarFiles, createAvatars } from './avatar.ts'
import { createAvatarResolvers } from './avatarResolvers.ts'
import { logoFiles } from './companyLogo.ts'
import { type Accounts, createAccounts } from './index.ts'
import { accountKinds } from './office.ts'
import { createPasskeyResolvers } from './passkeyResolvers.ts'
import { createPasskeySignIn } from './passkeySignIn.ts'
import { createPasskeys } from './passkeys.ts'
import { createProfiles } from './profile.ts'
import { createProfileResolvers } from './profileResolvers.ts'
import { createPasswordResets } from './reset.ts'
import { createResetResolvers } from './resetResolvers.ts'
import { createAccountsResolvers } from './resolvers.ts'
import { createSecurity } from './security.ts'
import { createSecurityResolvers } from './securityResolvers.ts'
import { createSessionResolvers } from './sessionResolvers.ts'
import { sessionSocket } from './sessionSocket.ts'

export const accountsModule: Module<'accounts', Accounts, { files: Files }> = {
  name: 'accounts',
  folder: import.meta.dirname,
  inUse: 'select from person',
  emptiedByRestore: ['session', 'sign_in_challenge', 'password_reset', 'phone_change'],
  readingFields: [
    'User.agreements',
    'User.authenticator',
    'User.company',
    'User.companyName',
    'User.email',
    'User.lastLogin',
    'User.organizations',
    'User.permissions',
    'User.phoneNumber',
    'User.twoFactorEnabled',
    'UserAgreements.licence',
  ],
  rows: {
    User: 'store.ts#PersonRow',
    Company: 'store.ts#CompanyRow',
    UserAgreements: 'licence.ts#Agreements',
    Licence: 'licence.ts#Licence',
    Session: 'sessionList.ts#SessionInfo',
    Authenticator: 'authenticator.ts#AuthenticatorInfo',
    Passkey: 'passkeyStore.ts#PasskeyRow',
    SignInPayload: 'service.ts#SignInResult',
    SignInVerifyPayload: 'service.ts#SignInVerifyResult',
    CreateFirstUserPayload: 'service.ts#SignInVerifyResult',
  },
  publicRootFields: [
    'signIn',
    'signInVerify',
    'signInRecover',
    'signInResendCode',
    'createFirstUser',
    'startPasskeySignIn',
    'signInWithPasskey',
    'setupWorks',
    'passwordResetWorks',
    'requestPasswordReset',
    'resetPassword',
  ],
  rootFieldsBeforeLicence: ['viewer', 'updateUserAgreements', 'signOut'],
  rootFieldsInView: ['signOut'],
  tokens: { only: ['viewer', 'user', 'countries'] },
  pages: {
    public: [/^\/login\/?$/, /^\/setup\/?$/, /^\/reset-password(\/[^/]+)?\/?$/],
    known: [/^\/profile(\/security)?\/?$/],
  },
  create: ({ config, db, jobsDb, pool, log, hooks, signer, origin }, { files }) => {
    const resets = createPasswordResets({ db, jobsDb, signer, hooks, origin })
    const secretOf = (id: string) => signer.secret('authenticator', id)
    const accounts = createAccounts({
      db,
      pool,
      hooks,
      secretOf,
      onError: (err) => log.warn({ err }, "a session's last use could not be recorded"),
    })
    const seal = (text: string) => signer.secret('passkey challenge', text)
    const passkeyDeps = { db, seal, publicUrl: config.publicUrl, origin }
    return {
      door: accounts,
      resolvers: [
        createAccountsResolvers({ accounts, db, hooks }),
        createResetResolvers(resets),
        createSessionResolvers(accounts.sessions),
        createAuthenticatorResolvers(createAuthenticators({ db, secretOf, hooks, origin }), accounts),
        createPasskeyResolvers(
          createPasskeys(passkeyDeps),
          createPasskeySignIn({ ...passkeyDeps, hooks, signInAs: accounts.signInAs }),
        ),
        createProfileResolvers(createProfiles(db)),
        createSecurityResolvers(createSecurity({ db, origin })),
        createAvatarResolvers(createAvatars({ db, files }), files),
      ],
      hooks: [...avatarFiles, ...logoFiles],
      sockets: [sessionSocket],
      office: accountKinds({ sendReset: resets.send, files, hooks, origin }),
      scheduled: [
        {
          name: 'sweep_accounts',
          pattern: '41 * * * *',
          run: () => Promise.all([accounts.sweep(), resets.sweep()]).then(() => {}),
        },
      ],
      queued: [resets.job],
    }
  },
}
