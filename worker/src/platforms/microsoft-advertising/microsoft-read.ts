import * as z from 'zod/mini';
import type { AdAccount, AdAccounts, Audience } from '#contract/push-answers.ts';
import type { AccountReference } from '#contract/pushes.ts';
import type { MicrosoftFrame } from './microsoft-desired-rules.ts';
import { callMicrosoft, type MicrosoftSite } from './microsoft-calls.ts';
import { AUDIENCE_TYPES, conditionFields, toMicrosoftConditions } from './microsoft-conditions.ts';
import { readAnswer, readAllPages } from '#worker/pushes/platform-calls.ts';
import { type AccountSnapshot, type RuleInAccount } from '#worker/pushes/rule-platform.ts';

// Shapes: MicrosoftDocs/Advertising, advertising/bingads-13 (2026-08-17), as read on 2026-11-25. Ids are texts, but those of places.

const text = z.nullish(z.string());

const accountSchema = z.object({
  Id: z.string(),
  Number: text,
  Name: text,
  CurrencyCode: text,
  ParentCustomerId: z.string(),
  AccountLifeCycleStatus: text,
});

/** customer-management-service/paging.md: at most 1,000 a page; the default is 0. */
const PAGE_SIZE = 1000;
const MAX_PAGES = 5;
const CLOSED = ['Inactive', 'Suspended'];

/** The connected user (customer-management-service/getuser.md). */
export async function readMicrosoftUser(site: MicrosoftSite): Promise<{ Id: string }> {
  const answer = await callMicrosoft(site, {
    service: 'customers',
    path: 'User/Query',
    body: { UserId: null },
  });
  return readAnswer(z.object({ User: z.object({ Id: z.string() }) }), answer).User;
}

/** The accounts of the connected user (customer-management-service/searchaccounts.md). */
export async function listMicrosoftAccounts(site: MicrosoftSite): Promise<AdAccounts> {
  const user = await readMicrosoftUser(site);
  const tooMany = 'This Microsoft account has more ad accounts than this page can show.';
  const accounts = await readAllPages<AdAccount, number>(
    { maxPages: MAX_PAGES, tooMany },
    async (page = 0) => {
      const found = await searchAccounts(site, user.Id, page);
      const rows = found.filter(isOpen).map((account) => toAccount(site, account));
      return { rows, next: found.length < PAGE_SIZE ? undefined : page + 1 };
    },
  );
  return { accounts, unread: 0 };
}

type ReadAccount = z.infer<typeof accountSchema>;

async function searchAccounts(site: MicrosoftSite, userId: string, page: number): Promise<ReadAccount[]> {
  const answer = await callMicrosoft(site, {
    service: 'customers',
    path: 'Accounts/Search',
    body: {
      Predicates: [{ Field: 'UserId', Operator: 'Equals', Value: userId }],
      PageInfo: { Index: page, Size: PAGE_SIZE },
    },
  });
  const schema = z.object({ Accounts: z.nullish(z.array(accountSchema)) });
  return readAnswer(schema, answer).Accounts ?? [];
}

const isOpen = ({ AccountLifeCycleStatus: status }: ReadAccount): boolean => !CLOSED.includes(status ?? '');

const toAccount = (
  { isSandbox }: MicrosoftSite,
  { Id, Number: number, Name, CurrencyCode, ParentCustomerId }: ReadAccount,
): AdAccount => ({
  id: Id,
  via: ParentCustomerId,
  name: Name || number || Id,
  currency: CurrencyCode || null,
  isManager: false,
  isTest: isSandbox,
});

/** campaign-management-service/getaudiencesbyids.md: without ids all of the account; `Type` is a text of flags in REST. */
export async function listMicrosoftAudiences(
  site: MicrosoftSite,
  account: AccountReference,
): Promise<Omit<Audience, 'confirmedFor'>[]> {
  const answer = await callMicrosoft(site, {
    service: 'campaigns',
    path: 'Audiences/QueryByIds',
    body: { AudienceIds: null, Type: AUDIENCE_TYPES.join(',') },
    account,
  });
  const audienceSchema = z.object({ Id: z.string(), Name: text, Type: z.string() });
  const schema = z.object({ Audiences: z.nullish(z.array(z.nullable(audienceSchema))) });
  return (readAnswer(schema, answer).Audiences ?? []).flatMap((one) =>
    one
      ? [
          {
            id: `${one.Type}:${one.Id}`,
            name: one.Name || one.Id,
            type: describeType(one.Type),
            problem: null,
          },
        ]
      : [],
  );
}

/** 'RemarketingList' is 'Remarketing list'. */
export const describeType = (type: string): string =>
  type.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const ruleSchema = z.object({
  Id: z.string(),
  Name: text,
  Status: text,
  Operation: text,
  Value: z.nullish(z.number()),
  ...conditionFields,
});
const rulesSchema = z.object({ ConversionValueRules: z.nullish(z.array(z.nullable(ruleSchema))) });

/** "The default value is 1033", and the element is required all the same. */
export const LCID = 1033;

/** All rules of an account that are not deleted (getconversionvaluerulesbyaccountid.md), and its name and currency (getaccount.md). */
export async function readMicrosoftRules(
  site: MicrosoftSite,
  account: AccountReference,
): Promise<AccountSnapshot<MicrosoftFrame>> {
  const [own, answer] = await Promise.all([
    callMicrosoft(site, {
      service: 'customers',
      path: 'Account/Query',
      body: { AccountId: account.id },
      account,
    }),
    callMicrosoft(site, {
      service: 'campaigns',
      path: 'ConversionValueRules/QueryByAccountId',
      body: { AccountId: account.id, Lcid: LCID },
      account,
    }),
  ]);
  const ownSchema = z.object({ Account: z.object({ Name: text, CurrencyCode: text }) });
  const { Name: name, CurrencyCode: currency } = readAnswer(ownSchema, own).Account;
  const rules = (readAnswer(rulesSchema, answer).ConversionValueRules ?? [])
    .filter((rule) => rule !== null)
    .filter(({ Status: status }) => status !== 'Deleted')
    .sort((a, b) => (a.Id < b.Id ? -1 : 1));
  return {
    accountName: name || account.id,
    rules: rules.map(toRule),
    frame: {
      currency: currency || null,
      invalid: rules.filter(({ Status: status }) => status === 'Invalid').map(({ Id }) => Id),
    },
  };
}

const toRule = (rule: z.infer<typeof ruleSchema>): RuleInAccount => ({
  id: rule.Id,
  name: rule.Name ?? '',
  ...toMicrosoftConditions(rule),
  effect: { operation: rule.Operation === 'Add' ? 'add' : 'multiply', value: rule.Value ?? 1 },
  isOn: rule.Status === 'Active',
});
