-- The licence agreement (EULA), version by version. Who has accepted the newest one may use the product.
create table licence (
  version integer primary key check (version > 0),
  -- Paragraphs with a blank line between them; one that begins with "## " is a heading.
  body text not null check (body <> ''),
  published_at timestamptz not null default now()
);

create table licence_acceptance (
  person_id uuid not null references person on delete cascade,
  version integer not null references licence,
  accepted_at timestamptz not null default now(),
  -- The optional choice to be written to by mail.
  email_agreement boolean not null,
  primary key (person_id, version)
);
create index licence_acceptance_version on licence_acceptance (version);

insert into licence (version, body) values (1, $licence$
Please read this agreement to its end. It is between you and the company that runs this data room ("we", "us"), and it applies each time you use the data room, its pages, its files and its messages (the "service").

## 1. Who may use the service

You need an invitation, and an account that is yours alone. You must be at least 13 years old. If you act for a company or a fund, you confirm that you may bind it to this agreement, and "you" then means it as well.

## 2. Your account

Keep your password and your codes to yourself, and tell us at once if you believe that somebody else has used your account. What is done from your account counts as done by you until you have told us. We may ask you to confirm who you are, and we may close an account that puts other people's information at risk.

## 3. What you may do

We give you a personal, limited right to use the service for the evaluation, financing, building and operation of the projects to which you have been invited. The right is not exclusive, cannot be passed on, and ends with your access to the project.

## 4. What you may not do

You may not copy, sell or publish the service or what is in it beyond what your work on the project needs. You may not try to see what has not been opened to you, work around a limit, test the service for weaknesses without our written consent, load programs that do harm, or read the service by machines in a way that keeps others from using it.

## 5. Confidential information

Documents, questions, answers, names of participants and the fact that a project is offered at all are confidential. Use them for the project alone, show them only to people who need them for it and who are bound to confidence as you are, and delete your copies when we or the owner of the information ask for it. A confidentiality agreement that you have signed with the owner comes before this section where it asks for more.

## 6. Records

Views, downloads and changes are recorded with your name, the time and the document, and are shown to the people who run the project's data room. Other bidders are never shown who you are.

## 7. What you put in

What you upload remains yours or its owner's. You confirm that you may share it with the people who have access to the place where you put it, and you allow us to store, copy, convert and show it as far as the service needs.

## 8. Information about you

We use your name, your company, your e-mail address and your telephone number to run the service, to keep it safe, and to tell you what has happened in your projects. The privacy policy says more. You decide below whether we may also write to you about other things; you can change that decision at any time.

## 9. No advice, no warranty

Nothing in the service is an offer, or legal, tax, engineering or investment advice. Documents, figures and forecasts come from their authors; we do not check them. The service is provided as it is and as it is available, without a warranty of any kind as far as the law allows that.

## 10. Limit of liability

As far as the law allows, neither side is liable to the other for lost profit, lost data, or indirect or consequential loss. Our total liability under this agreement, whatever the reason, is limited to 100 US dollars. Nothing in this agreement limits liability for intent, fraud, or injury to life or health.

## 11. Changes

We may change this agreement. We give you notice of a change at least 30 days before it takes effect, by e-mail or in the service, and ask you to accept the new text. If you do not agree, stop using the service; what you agreed to before continues to apply to what you did before.

## 12. End

You may stop using the service at any time. We may end or suspend your access if you break this agreement, or when the project ends. Sections 5, 6, 9, 10 and 13 continue to apply.

## 13. Law

This agreement is governed by the law of the place in which the company that runs this data room has its seat, without its rules on the conflict of laws. If a part of it is invalid, the rest remains valid.

By ticking the boxes below you confirm that you have read this agreement to its end, that you understand it and that you accept it.
$licence$);

insert into licence_acceptance (person_id, version, accepted_at, email_agreement)
select id, 1, accepted_eula_at, false from person where accepted_eula_at is not null;

alter table person drop column accepted_eula_at;
