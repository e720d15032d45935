-- works with: 0188
-- Sign-in by SAML beside OpenID Connect: the entity id stands as the issuer, and there is no client.
alter table sso_connection
  add column kind text not null default 'OIDC',
  -- Where the provider takes people; null until it is known.
  add column sign_in_url text,
  add column allow_idp_initiated boolean not null default false;

-- By which a provider's assertions are signed; several during a change.
create table sso_certificate (
  connection_id uuid not null references sso_connection on delete cascade,
  -- SHA-256, in hexadecimal.
  fingerprint text not null,
  pem text not null,
  valid_to timestamptz not null,
  -- When the admins were told that it ends.
  reminded_at timestamptz,
  primary key (connection_id, fingerprint)
);
create index sso_certificate_ends on sso_certificate (valid_to) where reminded_at is null;

-- Assertions that were taken: each works once, whichever server is asked.
create table sso_assertion (
  connection_id uuid not null references sso_connection on delete cascade,
  id_hash bytea not null,
  expires_at timestamptz not null,
  primary key (connection_id, id_hash)
);
create index sso_assertion_expires on sso_assertion (expires_at);
