import { Fragment } from 'react';
import {
  MAX_EXPORTED_COMBINATIONS,
  MAX_FALSE_DISCOVERY_RATE,
  MIN_INTERACTION_LEADS,
  TEST_CAP_PERCENT,
} from '#frontend/analysis/constants.ts';
import { CHECK_NOTE, LIMITS_DATE, type Platform } from '#frontend/analysis/platforms/platform.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { FORMATS_CHECKED, MAX_UPLOAD_AGE_DAYS } from '#frontend/analysis/uploads/upload-format.ts';
import { UPLOAD_FORMATS } from '#frontend/analysis/uploads/upload-formats.ts';
import { Formula } from '#frontend/ui/prose.tsx';
import { DocsTable } from './figures.tsx';

/** How the rules of each platform combine, and what its plan therefore does. */
export function Applying() {
  return (
    <>
      <p>
        The findings give a multiplier for every value. No ad platform multiplies rules, and none takes every
        attribute as a condition. So the tab Apply asks what each attribute is, and makes a plan for each
        platform: rules that it accepts, in an order that it accepts, which together come as close to the
        values of the leads as its limits allow. Location, device, age and the like can be conditions. Lead
        source or job title cannot: upload a value per lead, or look it up when the form is submitted.
      </p>
      <p>
        First the tab asks what the conversion action counts that gets the values. If it counts every lead,
        the base is what an average lead is worth: conversion value × baseline conversion rate, or by value
        the value per lead. If it counts only converted leads, the base is what a converted lead is worth: the
        conversion value, or by value the mean amount of converted leads; upload files then leave out all
        other leads. Such an action already counts how often leads convert, and the multipliers count that
        again.
      </p>
      <p>
        Rules labelled Use enter, those labelled Test if you choose so. A pair of values enters only with{' '}
        {MIN_INTERACTION_LEADS} leads and q &lt; {MAX_FALSE_DISCOVERY_RATE}. Its p-value is Fisher&apos;s,
        against the other leads of its first value and of its second; the larger of the two counts, so that
        the pair differs from both. By value it is the test of two mean amounts, as they are and capped at the{' '}
        {TEST_CAP_PERCENT}th percentile, and again the larger counts. q is Benjamini-Hochberg over all pairs
        of attributes that can be conditions. The figure of a value is its adjusted lift or its balanced
        multiplier, without the cut of Value Rules for values that overlap, since a platform applies one rule
        to a lead. The figure of a pair is its own adjusted lift, or the product of its balanced multipliers,
        in which a value labelled Unclear counts as 1 unless you ask for it. It also has to differ by more
        than the threshold from the figure that would apply without the pair.
      </p>
      <p>
        Then the plan is replayed: each lead of the file gets the rule that the platform would apply to it.
        The share captured says how much of the differences between leads the plan reproduces. It is computed
        on the leads that the rules were learned from, so new leads give less.
      </p>
      <Formula example="10 leads worth 1.5 times the mean under a rule of 1.5, 10 worth 0.5 without a rule: 1 − 10 × 0.25 / (20 × 0.25) = 50%.">
        share captured = 1 − sum of leads × (value − plan)² / sum of leads × (value − mean)²
      </Formula>
      <p>
        The value of a lead is the best estimate of its combination; the plan is the mean times the multiplier
        that applies, 1 without a rule. Rules also change the total. If 9% more value would be reported, the
        base conversion value can make up for it: the tab names the base value that keeps the total, and the
        steps then say to enter that one.
      </p>

      {Object.values(PLATFORMS).map(({ name, explanation, sources }) => (
        <Fragment key={name}>
          <h3>{name}</h3>
          {explanation.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p>
            As of {LIMITS_DATE}: <Sources sources={sources} />. {CHECK_NOTE}
          </p>
        </Fragment>
      ))}
    </>
  );
}

/** Links to the pages on which the rules of a platform are written down. */
function Sources({ sources }: Pick<Platform, 'sources'>) {
  return Object.entries(sources).map(([title, address], index) => (
    <Fragment key={address}>
      {index > 0 && ', '}
      <a href={address} target="_blank" rel="noreferrer">
        {title}
      </a>
    </Fragment>
  ));
}

const formats = Object.values(UPLOAD_FORMATS);

/** What each file of per-lead values is, and which leads are not in it. */
export function PerLeadValues() {
  return (
    <>
      <p>
        A value per lead needs no rule: the platform gets a conversion with its own value. The value is the
        base of your conversion action, times the multipliers that the switch above the tabs chooses. Values
        labelled Unclear count as 1, unless you tick ‘Also use unclear multipliers’: then, for an action that
        counts every lead, it is the lead value of the calculator. All files are made in the browser from the
        rows that it holds, and nothing is sent anywhere.
      </p>

      <h3>Leads with values</h3>
      <p>
        Your file with columns behind your own: lead value, the segment of each attribute, and the value rules
        that the lead meets. Delimiter and encoding stay. If a new name has a character that Windows-1252
        lacks, the file is UTF-8 with a byte order mark, and the page says so. Your own cells are not changed;
        cells in the added columns that a spreadsheet would run as a formula get an apostrophe in front. Lines
        above the header and total lines are not in it. Leads that you left out in step 2 or 3 stay in it
        without a value, and one more column says why.
      </p>

      <h3>Uploads to ad platforms</h3>
      <p>
        Each lead becomes one conversion, with its value in cents. Columns are guessed by their headers and
        first values, shown, and can be changed. Cells are written as they are in your file: an apostrophe
        before +49 would break an upload.
      </p>
      <DocsTable
        caption="Upload files"
        head={['File', 'A lead is matched by', 'Times are written']}
        rows={formats.map(({ name, matchedBy, times }) => [name, matchedBy, times])}
      />
      <p>A lead is left out for the first of these reasons, and the page counts the leads of each:</p>
      <ul>
        <li>
          You left it out in step 2 or 3: by its status, its date or its age, as a test lead or as a
          duplicate.
        </li>
        <li>It did not convert, and your conversion action counts only converted leads.</li>
        <li>
          It has no click ID and no address that the file takes, or a click ID with characters that no click
          ID has, such as 1,23E+15. ‘(not set)’, ‘null’ and the like count as empty. Google takes one click ID
          per lead: beside a gclid, GBRAID and WBRAID are left out. With both of them and no gclid, a lead is
          matched by its address. GBRAID and WBRAID are not for a conversion action that counts ‘One’.
        </li>
        <li>
          Its address cannot be read, or its phone number does not exist by the numbering plan of its country.
          Numbers without a calling code need a country: that of a column, or the one that you choose. Of two
          numbers in a cell the first counts. A lead that has another identifier is kept without the address.
        </li>
        <li>
          It has no date, one that cannot be read, or one without a time of day: a conversion before its click
          is refused. LinkedIn takes days.
        </li>
        <li>
          Its time names no zone and you have chosen none, or it names one that may be several, such as BST.
          The zone is never assumed.
        </li>
        <li>
          It lies in the future or more than {MAX_UPLOAD_AGE_DAYS} days back. Platforms count from the click,
          which your file does not have, so a few more may be refused. For hashed addresses the limit is not
          confirmed.
        </li>
        <li>Its value is below half a cent.</li>
        <li>Its Ad User Data says denied.</li>
        <li>
          An earlier row has the same click or person and the same time, or the same order ID: platforms count
          one of them.
        </li>
      </ul>
      <p>
        Addresses are in the file as SHA-256 hashes of their UTF-8 text, 64 hexadecimal digits, made by the
        browser. Before that, e-mail addresses lose white space, characters that nobody sees, and capitals;
        for Google also dots and +suffix before @gmail.com and @googlemail.com, for Microsoft before every
        domain (second-hand, not confirmed). Phone numbers are brought into E.164. Cells that are such hashes
        already stay. Hashed addresses are still personal data: whoever has the address can make the same
        hash.
      </p>
      <Formula example="cloudy.sanfrancisco+shopping@gmail.com is hashed as cloudysanfrancisco@gmail.com, (800) 555-0100 in the United States as +18005550100.">
        hash = SHA-256 (normalised address)
      </Formula>
      <p>
        Ad User Data and Ad Personalization are in a file only if a column says them or you choose them for
        all leads. A word in the column wins over the choice. Words other than granted and denied, yes and no,
        true and false, 1 and 0 are written as not stated. Google does not use leads from the European
        Economic Area, the United Kingdom and Switzerland without ‘Granted’ for Ad User Data. They stay in the
        file, and the page counts them by the column with the country.
      </p>
      <p>As of {FORMATS_CHECKED}. Platforms change formats and limits: check in your account.</p>
      <ul>
        {formats.map(({ name, sources }) => (
          <li key={name}>
            {name}: <Sources sources={sources} />
          </li>
        ))}
      </ul>

      <h3>Look-up for the form</h3>
      <p>
        The same values where a form is sent: a JavaScript function of the entered values, all combinations as
        JSON, and a sheet of key, lead value and currency for a server-side tag manager. The function trims
        what people enter, puts numbers into your ranges and renames values as you did. For a date it takes
        the month, quarter, weekday or hour under which the date counts. The two lists have the values as the
        results name them, up to {MAX_EXPORTED_COMBINATIONS.toLocaleString('en-US')} combinations. A value
        that your file does not have counts with a multiplier of 1, so that only unknown values give the
        baseline.
      </p>
    </>
  );
}
