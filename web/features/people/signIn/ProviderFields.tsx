import { issuerProblem } from '../../../../shared/ssoRules.ts'
import { Disclosure, PasswordField, Stack, SwitchField, TextArea, TextField } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { SsoConnection } from './connection.ts'

const Fields = styled(Stack)({ paddingTop: 12 })

/** How the provider is known over OpenID Connect (SSO-09). */
export const OidcFields = ({ connection }: { connection?: SsoConnection | undefined }) => (
  <>
    <TextField
      name="issuer"
      label="Issuer"
      autoComplete="off"
      inputMode="url"
      helper="The address of your provider, as its discovery document names it."
      rules={{ validate: (text: string) => issuerProblem(text.trim()) ?? true }}
    />
    <TextField
      name="clientId"
      label="Client ID"
      autoComplete="off"
      rules={{ validate: (text: string) => text.trim() !== '' || 'This field is required' }}
    />
    <PasswordField
      name="clientSecret"
      label="Client secret"
      autoComplete="new-password"
      helper={
        connection?.hasClientSecret
          ? 'One is stored. Leave this empty to keep it.'
          : 'Leave this empty for a public client.'
      }
    />
  </>
)

/** The same over SAML: by the provider's metadata, or typed (SSO-14). */
export const SamlFields = ({ connection }: { connection?: SsoConnection | undefined }) => {
  const stored = connection?.certificates.length ?? 0
  return (
    <>
      <TextField
        name="metadataUrl"
        label="Address of the metadata"
        autoComplete="off"
        inputMode="url"
        helper={
          stored > 0
            ? 'It is read once, in place of what is stored.'
            : 'Your provider shows it. Leave this empty if it asks for the addresses of Helioroom first.'
        }
      />
      <Disclosure summary="Metadata as XML, or typed values">
        <Fields>
          <TextArea name="metadataXml" label="Metadata as XML" lines={3} />
          <TextField name="entityId" label="Entity ID" autoComplete="off" helper="Also called issuer." />
          <TextField
            name="signInUrl"
            label="Sign-in address"
            autoComplete="off"
            inputMode="url"
            helper="For redirects; also called single sign-on URL."
          />
          <TextArea
            name="certificates"
            label="Certificates"
            lines={3}
            helper={
              stored > 0
                ? `One below the other. They replace the ${stored} that are stored; leave this empty to keep those.`
                : 'One below the other, as PEM.'
            }
          />
        </Fields>
      </Disclosure>
      <SwitchField
        name="allowIdpInitiated"
        label="Sign-in may begin at the provider"
        helper="Its answers are taken though nobody asked here, and lead to the home page."
      />
    </>
  )
}
