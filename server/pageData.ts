import { fullName } from '../shared/personName.ts'
import type { Config } from './config.ts'
import { needsPublicUrl, type OpenSession, personsByIds } from './modules/accounts/index.ts'
import type { Staging } from './modules/documents/index.ts'
import type { Database } from './platform/database/database.ts'

/** Origins of the services that the operator has the page report to (SHELL-40), and draw its maps with (MAP-15). */
export const servicesOf = ({ analyticsUrl, errorReportsUrl, map }: Config): string[] => [
  ...new Set([
    ...[analyticsUrl ?? [], errorReportsUrl ?? []].flat().map((url) => new URL(url).origin),
    ...(map?.origins ?? []),
  ]),
]

/** What the page carries (SHELL-38, SHELL-39): what the Viewer query would give, and public settings. */
export async function pageData(
  { config, db, staging }: { config: Config; db: Database; staging: Pick<Staging, 'isTooMuchStaged'> },
  session: OpenSession | null,
): Promise<object> {
  const [person] = session ? await personsByIds(db, [session.actor.personId]) : []
  const { environmentName, checklists, supportEmail, privacyUrl, termsUrl, maxUploadBytes } = config
  const { analyticsUrl, errorReportsUrl } = config
  const viewing = session?.actor.viewing
  return {
    user: person
      ? {
          id: person.id,
          firstName: person.firstName,
          lastName: person.lastName,
          fullName: fullName(person),
          email: person.email,
          // The page shows the licence agreement before it asks for anything (EULA-01).
          agreements: { acceptedEula: !session?.awaitsLicence },
        }
      : null,
    // Every page says so, from the first moment on.
    ...(viewing && {
      view: {
        id: viewing.id,
        name: viewing.name,
        expiresAt: viewing.expiresAt,
        isTooMuchStaged: await staging.isTooMuchStaged(session.actor),
      },
    }),
    config: {
      environmentName,
      checklists,
      supportEmail: supportEmail ?? null,
      privacyUrl,
      termsUrl,
      maxUploadBytes,
      analyticsUrl: analyticsUrl ?? null,
      errorReportsUrl: errorReportsUrl ?? null,
      passkeysNeedPublicUrl: needsPublicUrl(config.publicUrl),
      sendsTexts: config.sms !== undefined,
      directUploads: config.s3?.publicEndpoint !== undefined,
      // Its token is for people who are signed in.
      map: session ? (config.map ?? null) : null,
    },
  }
}
