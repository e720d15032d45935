import type { DemoDirectory } from '../plan.ts'
import { SEGUE } from './organisations.ts'
import { PEOPLE } from './people.ts'

/** Off: whoever tries them types what their own provider gives them (SSO-09, SSO-14, SCIM-01). */
export const DIRECTORIES: readonly DemoDirectory[] = [
  {
    organisation: SEGUE,
    by: PEOPLE.orgAdmin.email,
    name: 'Your directory (an example)',
    domain: 'type-the-domain-of-your-emails.example',
    provider: {
      kind: 'OIDC',
      issuer: 'https://type-the-issuer-of-your-provider.example',
      clientId: 'Type the client ID that your provider gives you',
    },
    isProvisioned: true,
  },
  {
    organisation: SEGUE,
    by: PEOPLE.orgAdmin.email,
    name: 'Your directory over SAML (an example)',
    domain: 'type-another-domain-of-your-emails.example',
    provider: { kind: 'SAML' },
    isProvisioned: false,
  },
]
