import {
  type CoverTerms,
  coverTerms,
  type DamTerms,
  damTerms,
  GENERAL,
  type Paper,
  type PpaTerms,
  ppaTerms,
} from './terms.ts'

// Papers that the extractor was written or improved by: all of their terms are to be found.

/** A term sheet as a table of two columns. */
const termSheet = (t: PpaTerms): Paper => ({
  pages: [
    `INDICATIVE TERM SHEET
Not binding

Item\tTerms
Offtaker\t${t.buyer}
Project Company\t${t.seller}
Product\tEnergy and all environmental attributes
PPA Price\t$${t.price}/MWh in the first Contract Year
Escalation\t${t.escalator}% per Contract Year
Tenor\t${t.years} years from COD
Target COD\t${t.cod}
Settlement Point\t${t.point}
Credit Support\t${t.instrument} of $${t.security} from the Project Company`,
    GENERAL,
  ],
  stated: [
    { field: 'buyer', value: t.buyer, page: 0 },
    { field: 'seller', value: t.seller, page: 0 },
    { field: 'price', value: `$${t.price}/MWh`, page: 0 },
    { field: 'escalator', value: `${t.escalator}%`, page: 0 },
    { field: 'term', value: `${t.years} years`, page: 0 },
    { field: 'cod', value: t.cod, page: 0 },
    { field: 'settlement', value: t.point, page: 0 },
    { field: 'security', value: `$${t.security}`, page: 0 },
  ],
})

/** An amendment that restates the commercial terms. */
const restated = (t: PpaTerms): Paper => ({
  pages: [
    `AMENDED AND RESTATED POWER PURCHASE AGREEMENT

between

${t.buyer},
as Buyer

and

${t.seller},
as Seller

dated as of July 11, 2025`,
    `ARTICLE III
TERM AND PRICE

Section 3.1 Delivery Term. The Delivery Term shall commence on the Commercial Operation Date and, unless this Agreement is earlier
terminated, shall continue for a period of ${t.years} years.

Section 3.2 Contract Price. Buyer shall pay to Seller, for all Delivered Energy, $${t.price} per MWh (the "Contract Price").

Section 3.3 Annual Adjustment. The Contract Price shall be increased by ${t.escalator}% effective on January 1 of every year.`,
    `Section 4.1 Commercial Operation. Seller shall cause the Facility to achieve Commercial Operation on or before ${t.cod} (the
"Guaranteed Commercial Operation Date").

Section 4.4 Delivery. Seller shall deliver all Delivered Energy at the Delivery Point, being ${t.point}.

Section 7.1 Seller Security. Seller shall provide and maintain a ${t.instrument} in an amount equal to $${t.security}.`,
  ],
  stated: [
    { field: 'buyer', value: t.buyer, page: 0 },
    { field: 'seller', value: t.seller, page: 0 },
    { field: 'term', value: `${t.years} years`, page: 1 },
    { field: 'price', value: `$${t.price} per MWh`, page: 1 },
    { field: 'escalator', value: `${t.escalator}%`, page: 1 },
    { field: 'cod', value: t.cod, page: 2 },
    { field: 'settlement', value: t.point, page: 2 },
    { field: 'security', value: `$${t.security}`, page: 2 },
  ],
})

/** What a lender's adviser writes about a contract. */
const adviser = (t: PpaTerms): Paper => ({
  pages: [
    `INDEPENDENT ENGINEER'S REPORT
Section 6. Revenue contracts

6.1 The Project sells its output under a power purchase agreement between ${t.seller} (as seller) and ${t.buyer} (as buyer).
6.2 The PPA has a term of ${t.years} years. The price starts at $${t.price}/MWh and escalates at ${t.escalator}% annually.
6.3 Energy is delivered to the buyer at ${t.point}.
6.4 The PPA requires commercial operation no later than ${t.cod}.
6.5 The seller has posted a ${t.instrument} of $${t.security}.`,
    `6.6 In our opinion the terms are typical of contracts of this kind. The estimated cost of the Project is $141,000,000, and panels are
expected to degrade by 0.5% each year.`,
  ],
  stated: [
    { field: 'seller', value: t.seller, page: 0 },
    { field: 'buyer', value: t.buyer, page: 0 },
    { field: 'term', value: `${t.years} years`, page: 0 },
    { field: 'price', value: `$${t.price}/MWh`, page: 0 },
    { field: 'escalator', value: `${t.escalator}%`, page: 0 },
    { field: 'settlement', value: t.point, page: 0 },
    { field: 'cod', value: t.cod, page: 0 },
    { field: 'security', value: `$${t.security}`, page: 0 },
  ],
})

/** A binder, before the policy is issued. */
const binder = (t: CoverTerms): Paper => ({
  pages: [
    `INSURANCE BINDER

This binder is a temporary insurance contract.

Insured: ${t.insured}
Carrier: ${t.insurer}
Policy No. ${t.policy}
Effective ${t.from} Expiration ${t.to}

Coverage\tLimit\tDeductible
General Aggregate\t$${t.aggregate}\t$10,000
Each Occurrence\t$${t.occurrence}\t$10,000`,
  ],
  stated: [
    { field: 'insured', value: t.insured, page: 0 },
    { field: 'insurer', value: t.insurer, page: 0 },
    { field: 'policy', value: t.policy, page: 0 },
    { field: 'effective', value: t.from, page: 0 },
    { field: 'expiration', value: t.to, page: 0 },
    { field: 'limit', value: `$${t.aggregate}`, page: 0 },
    { field: 'limit', value: `$${t.occurrence}`, page: 0 },
  ],
})

/** A certificate of two insurers in sentences. */
const sentences = (t: CoverTerms): Paper => ({
  pages: [
    `CERTIFICATE OF INSURANCE

This is to certify that ${t.insurer} has issued to ${t.insured} commercial general liability policy ${t.policy}, effective ${t.from}
and expiring ${t.to}. The policy provides a limit of $${t.occurrence} for each occurrence.`,
    `Excess of that, ${t.other} has issued policy ${t.excess} for the same period, with an aggregate limit of $${t.aggregate}.

Cancellation: thirty days' notice is given to the certificate holder.`,
  ],
  stated: [
    { field: 'insurer', value: t.insurer, page: 0 },
    { field: 'insured', value: t.insured, page: 0 },
    { field: 'policy', value: t.policy, page: 0 },
    { field: 'effective', value: t.from, page: 0 },
    { field: 'expiration', value: t.to, page: 0 },
    { field: 'limit', value: `$${t.occurrence}`, page: 0 },
    { field: 'insurer', value: t.other, page: 1 },
    { field: 'policy', value: t.excess, page: 1 },
    { field: 'limit', value: `$${t.aggregate}`, page: 1 },
  ],
})

/** A summary of the insurance programme by a lender's insurance consultant. */
const programme = (t: CoverTerms): Paper => ({
  pages: [
    `INSURANCE PROGRAM SUMMARY

Named Insured:\t${t.insured}
Policy Term:\t${t.from} - ${t.to}

Line\tInsurer\tPolicy Number\tLimit
General liability\t${t.insurer}\t${t.policy}\t$${t.occurrence} each occurrence
Excess liability\t${t.other}\t${t.excess}\t$${t.aggregate} aggregate`,
    `In our opinion the program meets the requirements of the loan agreement. The annual premium is $212,000.`,
  ],
  stated: [
    { field: 'insured', value: t.insured, page: 0 },
    { field: 'effective', value: t.from, page: 0 },
    { field: 'expiration', value: t.to, page: 0 },
    { field: 'insurer', value: t.insurer, page: 0 },
    { field: 'policy', value: t.policy, page: 0 },
    { field: 'limit', value: `$${t.occurrence}`, page: 0 },
    { field: 'insurer', value: t.other, page: 0 },
    { field: 'policy', value: t.excess, page: 0 },
    { field: 'limit', value: `$${t.aggregate}`, page: 0 },
  ],
})

/** A report with a table of observations. */
const tabular = (t: DamTerms): Paper => ({
  pages: [
    `ANNUAL DAM INSPECTION

Dam\t${t.name}
Inspected\t${t.day}
Hazard rating\t${t.hazard}
Next inspection\t${t.next}`,
    `Deficiencies

1) ${t.findings[0]}
2) ${t.findings[1]}

Corrective actions

1) ${t.actions[0]}
2) ${t.actions[1]}`,
  ],
  stated: [
    { field: 'structure', value: t.name, page: 0 },
    { field: 'inspected', value: t.day, page: 0 },
    { field: 'hazard', value: t.hazard, page: 0 },
    { field: 'next', value: t.next, page: 0 },
    { field: 'finding', value: t.findings[0], page: 1 },
    { field: 'finding', value: t.findings[1], page: 1 },
    { field: 'recommendation', value: t.actions[0], page: 1 },
    { field: 'recommendation', value: t.actions[1], page: 1 },
  ],
})

/** A notice of the state to the owner. */
const notice = (t: DamTerms): Paper => ({
  pages: [
    `Dear dam owner,

On ${t.day} staff of the Dam Safety Division inspected ${t.name}, which is a ${t.hazard.toLowerCase()} hazard potential dam.

During the inspection the following deficiencies were noted:

- ${t.findings[0]}.
- ${t.findings[1]}.`,
    `You are directed to take the following actions:

- ${t.actions[0]}.
- ${t.actions[1]}.

The Division will inspect the dam again in ${t.next}.`,
  ],
  stated: [
    { field: 'inspected', value: t.day, page: 0 },
    { field: 'structure', value: t.name, page: 0 },
    { field: 'hazard', value: t.hazard, page: 0 },
    { field: 'finding', value: t.findings[0], page: 0 },
    { field: 'finding', value: t.findings[1], page: 0 },
    { field: 'recommendation', value: t.actions[0], page: 1 },
    { field: 'recommendation', value: t.actions[1], page: 1 },
    { field: 'next', value: t.next, page: 1 },
  ],
})

/** A consultant's report that tells it in prose. */
const prose = (t: DamTerms): Paper => ({
  pages: [
    `DAM SAFETY INSPECTION OF ${t.name.toUpperCase()}

1. Introduction
The owner retained us to carry out the annual inspection of ${t.name}. The inspection took place on ${t.day}. The hazard potential
classification of the dam is ${t.hazard}.`,
    `2. Observations
${t.findings[0]} was observed.
${t.findings[1]} was observed as well.

3. Recommendations
We recommend the following:
(a) ${t.actions[0]};
(b) ${t.actions[1]}.

4. Next inspection
The next annual inspection should take place in ${t.next}.`,
  ],
  stated: [
    { field: 'structure', value: t.name, page: 0 },
    { field: 'inspected', value: t.day, page: 0 },
    { field: 'hazard', value: t.hazard, page: 0 },
    { field: 'finding', value: t.findings[0], page: 1 },
    { field: 'finding', value: t.findings[1], page: 1 },
    { field: 'recommendation', value: t.actions[0], page: 1 },
    { field: 'recommendation', value: t.actions[1], page: 1 },
    { field: 'next', value: t.next, page: 1 },
  ],
})

export const TERM_SHEETS_AND_BINDERS = {
  PPA_ANALYSIS: [termSheet, restated, adviser].map((make) => (seed: number) => make(ppaTerms(seed))),
  INSURANCE: [binder, sentences, programme].map((make) => (seed: number) => make(coverTerms(seed))),
  DAM_INSPECTION: [tabular, notice, prose].map((make) => (seed: number) => make(damTerms(seed))),
}
