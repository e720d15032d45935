import type { RealisticPaper } from './realisticPapers.ts'
import type { Stated } from './terms.ts'

// Certificates, evidence of property cover, declarations and a binder, as brokers and insurers send them. They were written
// before the extractor met them; `papers.test.ts` says what it found of them then.

const at = (page: number, field: string, ...values: string[]): Stated[] =>
  values.map((value) => ({ field, value, page }))

export const CERTIFICATES_UNSEEN: readonly RealisticPaper[] = [
  {
    name: 'an ACORD 25 with three insurers',
    kind: 'INSURANCE',
    pages: [
      `CERTIFICATE OF LIABILITY INSURANCE\tDATE (MM/DD/YYYY)
\t03/04/2026
THIS CERTIFICATE IS ISSUED AS A MATTER OF INFORMATION ONLY AND CONFERS NO RIGHTS UPON THE CERTIFICATE HOLDER. THIS CERTIFICATE DOES NOT
AFFIRMATIVELY OR NEGATIVELY AMEND, EXTEND OR ALTER THE COVERAGE AFFORDED BY THE POLICIES BELOW.
IMPORTANT: If the certificate holder is an ADDITIONAL INSURED, the policy(ies) must have ADDITIONAL INSURED provisions or be endorsed.
PRODUCER\tCONTACT NAME: Dana Whitlock
Cascade Risk Partners, Inc.\tPHONE (A/C, No, Ext): (503) 555-0142\tFAX (A/C, No): (503) 555-0143
1200 SW Main Street, Suite 800\tE-MAIL ADDRESS: certs@cascaderisk.example
Portland, OR 97205\tINSURER(S) AFFORDING COVERAGE\tNAIC #
\tINSURER A : Beacon Mutual Fire Insurance Company\t23035
INSURED\tINSURER B : Harbor & Gulf Insurance Company\t42307
Alder Butte Solar LLC\tINSURER C : Sentinel Workers Compensation Fund
c/o Northfork Renewables, LLC\tINSURER D :
88 Juniper Street\tINSURER E :
Bend, OR 97701\tINSURER F :
COVERAGES\tCERTIFICATE NUMBER: 7741209\tREVISION NUMBER:
THIS IS TO CERTIFY THAT THE POLICIES OF INSURANCE LISTED BELOW HAVE BEEN ISSUED TO THE INSURED NAMED ABOVE FOR THE POLICY PERIOD INDICATED.
INSR LTR\tTYPE OF INSURANCE\tADDL INSD\tSUBR WVD\tPOLICY NUMBER\tPOLICY EFF (MM/DD/YYYY)\tPOLICY EXP (MM/DD/YYYY)\tLIMITS
A\tX COMMERCIAL GENERAL LIABILITY\tY\tY\tTB2-Z91-465019-026\t03/01/2026\t03/01/2027\tEACH OCCURRENCE\t$ 1,000,000
\tCLAIMS-MADE X OCCUR\tDAMAGE TO RENTED PREMISES (Ea occurrence)\t$ 300,000
\tMED EXP (Any one person)\t$ 10,000
\tPERSONAL & ADV INJURY\t$ 1,000,000
\tGEN'L AGGREGATE LIMIT APPLIES PER:\tGENERAL AGGREGATE\t$ 2,000,000
\tPOLICY X PROJECT LOC\tPRODUCTS - COMP/OP AGG\t$ 2,500,000
A\tAUTOMOBILE LIABILITY\tY\tY\tAS2-Z91-465019-036\t03/01/2026\t03/01/2027\tCOMBINED SINGLE LIMIT (Ea accident)\t$ 1,000,000
\tX ANY AUTO\tBODILY INJURY (Per person)\t$
B\tX UMBRELLA LIAB X OCCUR\tY\tY\tHO26EXCZ08MR4IV\t03/01/2026\t03/01/2027\tEACH OCCURRENCE\t$ 15,000,000
\tEXCESS LIAB CLAIMS-MADE\tAGGREGATE\t$ 15,000,000
\tDED X RETENTION $ 10,000
C\tWORKERS COMPENSATION AND EMPLOYERS' LIABILITY\tN/A\tY\tWC-88120-26\t01/01/2026\t01/01/2027\tX PER STATUTE OTH-ER
\tE.L. EACH ACCIDENT\t$ 500,000
DESCRIPTION OF OPERATIONS / LOCATIONS / VEHICLES (ACORD 101, Additional Remarks Schedule, may be attached if more space is required)
RE: Alder Butte Solar, Harney County. First Cascade Bank, N.A. is an additional insured as required by written contract.
CERTIFICATE HOLDER\tCANCELLATION
First Cascade Bank, N.A., as Collateral Agent\tSHOULD ANY OF THE ABOVE DESCRIBED POLICIES BE CANCELLED BEFORE THE EXPIRATION DATE THEREOF
ACORD 25 (2016/03)`,
    ],
    stated: [
      ...at(
        0,
        'insurer',
        'Beacon Mutual Fire Insurance Company',
        'Harbor & Gulf Insurance Company',
        'Sentinel Workers Compensation Fund',
      ),
      ...at(0, 'insured', 'Alder Butte Solar LLC'),
      ...at(0, 'policy', 'TB2-Z91-465019-026', 'AS2-Z91-465019-036', 'HO26EXCZ08MR4IV', 'WC-88120-26'),
      ...at(0, 'effective', '03/01/2026', '01/01/2026'),
      ...at(0, 'expiration', '03/01/2027', '01/01/2027'),
      ...at(
        0,
        'limit',
        '$ 1,000,000',
        '$ 300,000',
        '$ 10,000',
        '$ 2,000,000',
        '$ 2,500,000',
        '$ 15,000,000',
        '$ 500,000',
      ),
    ],
  },
  {
    name: 'evidence of commercial property insurance',
    kind: 'INSURANCE',
    pages: [
      `EVIDENCE OF COMMERCIAL PROPERTY INSURANCE\tDATE (MM/DD/YYYY) 11/12/2025
THIS EVIDENCE OF COMMERCIAL PROPERTY INSURANCE IS ISSUED AS A MATTER OF INFORMATION ONLY.
PRODUCER NAME, CONTACT PERSON AND ADDRESS\tCOMPANY NAME AND ADDRESS\tNAIC NO: 19445
Redwood Specialty Brokers\tKeystone Surplus Lines Insurance Company
400 Market Street, Philadelphia, PA\t175 Water Street, New York, NY

NAMED INSURED AND ADDRESS\tLOAN NUMBER\tPOLICY NUMBER
Sandhill Storage Holdings, LP\t\tKSL-PROP-0044178
2 Capitol Square, Austin, TX\tEFFECTIVE DATE\tEXPIRATION DATE
\t11/01/2025\t11/01/2026

COVERAGE INFORMATION\tPERILS INSURED\tBASIC\tBROAD\tX SPECIAL
COMMERCIAL PROPERTY COVERAGE AMOUNT OF INSURANCE: $ 118,400,000\tDED: $ 250,000
BUSINESS INCOME\tIf YES, LIMIT: $ 9,600,000\tActual Loss Sustained; # of months: 12
EARTH MOVEMENT (If Applicable)\tIf YES, LIMIT: $ 25,000,000\tDED: 2%
FLOOD (If Applicable)\tIf YES, LIMIT: $ 10,000,000\tDED: $ 500,000
WIND / HAIL INCL\tIf YES, LIMIT: $ 35,000,000\tDED: 5%

ADDITIONAL INTEREST
Lone Star Tax Equity Partners, LLC as LENDER'S LOSS PAYABLE
ACORD 28 (2016/03)`,
    ],
    stated: [
      ...at(0, 'insurer', 'Keystone Surplus Lines Insurance Company'),
      ...at(0, 'insured', 'Sandhill Storage Holdings, LP'),
      ...at(0, 'policy', 'KSL-PROP-0044178'),
      ...at(0, 'effective', '11/01/2025'),
      ...at(0, 'expiration', '11/01/2026'),
      ...at(0, 'limit', '$ 118,400,000', '$ 9,600,000', '$ 25,000,000', '$ 10,000,000', '$ 35,000,000'),
    ],
  },
  {
    name: 'declarations of a general liability policy',
    kind: 'INSURANCE',
    pages: [
      `COMMERCIAL GENERAL LIABILITY DECLARATIONS

Ridgeline Casualty Company
A Stock Company

Policy Number: RCG 20 118844-01\tRenewal of: RCG 20 118844-00

Named Insured: Kestrel Point Wind Farm, LLC
Mailing Address: 10 Post Office Square, Boston, MA 02109

Policy Period: From June 15, 2025 to June 15, 2026 at 12:01 A.M. Standard Time at your mailing address shown above.

IN RETURN FOR THE PAYMENT OF THE PREMIUM, AND SUBJECT TO ALL THE TERMS OF THIS POLICY, WE AGREE WITH YOU TO PROVIDE THE INSURANCE AS STATED.

LIMITS OF INSURANCE
Each Occurrence Limit\t$1,000,000
Damage to Premises Rented to You Limit\t$100,000 Any one premises
Medical Expense Limit\tExcluded
Personal and Advertising Injury Limit\t$1,000,000 Any one person or organization
General Aggregate Limit\t$2,000,000
Products/Completed Operations Aggregate Limit\t$3,000,000

Retroactive Date: None
Total Advance Premium: $48,210.00
Terrorism Risk Insurance Act premium: $964.00 (rejected)`,
    ],
    stated: [
      ...at(0, 'insurer', 'Ridgeline Casualty Company'),
      ...at(0, 'insured', 'Kestrel Point Wind Farm, LLC'),
      ...at(0, 'policy', 'RCG 20 118844-01'),
      ...at(0, 'effective', 'June 15, 2025'),
      ...at(0, 'expiration', 'June 15, 2026'),
      ...at(0, 'limit', '$1,000,000', '$100,000', '$2,000,000', '$3,000,000'),
    ],
  },
  {
    name: "a binder of builder's risk in a letter of a broker",
    kind: 'INSURANCE',
    pages: [
      `Halvorsen & Pike Insurance Services

October 2, 2025

Prairie Lark Solar, LLC
Attn: Treasury

Re: Builder's Risk - Confirmation of Coverage

We are pleased to confirm that coverage has been bound effective October 1, 2025 with the following carriers:

Carrier\tShare\tPolicy Number
Northgate Specialty Insurance Company\t60%\tNSI-BR-77120
Crown Syndicate 1910 at Lloyd's\t40%\tB0180-PLS-2519

The policy will expire on March 31, 2027, or on substantial completion if earlier.

The limit of liability is $142,000,000 any one occurrence, with sublimits of $5,000,000 for transit and $2,000,000 for temporary storage. A quotation
for terrorism at a limit of $50,000,000 has been declined by the insured. Deductible: $100,000 per occurrence.

The premium of $611,300 is due within 30 days.`,
    ],
    stated: [
      ...at(0, 'insurer', 'Northgate Specialty Insurance Company', "Crown Syndicate 1910 at Lloyd's"),
      ...at(0, 'policy', 'NSI-BR-77120', 'B0180-PLS-2519'),
      ...at(0, 'insured', 'Prairie Lark Solar, LLC'),
      ...at(0, 'effective', 'October 1, 2025'),
      ...at(0, 'expiration', 'March 31, 2027'),
      ...at(0, 'limit', '$142,000,000', '$5,000,000', '$2,000,000'),
    ],
  },
]
