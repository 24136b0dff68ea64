import type { Digest, FieldFacts } from './digest.ts';

const text: FieldFacts = { type: 'string', isNullable: true };
const whole: FieldFacts = { type: 'int32', isNullable: true };
const bool: FieldFacts = { type: 'bool', isNullable: true };
const one = (type: string): FieldFacts => ({ type, isNullable: true });
const list = (type: string): FieldFacts => ({ type, isNullable: true, isRepeated: true });
const flags = (type: string): FieldFacts => ({ type, isNullable: true, isFlags: true });
const needed = (facts: FieldFacts): FieldFacts => ({ ...facts, isRequired: true });

/**
 * Names, types and enums: BingAds/BingAds-Python-SDK, openapi_client/models of the REST API v13, at commit 0f49dec, read on 2026-11-27.
 * There every field may be left out. The required ones stand in MicrosoftDocs/Advertising, advertising/bingads-13, of 2026-08-17.
 */
export const MICROSOFT: Digest = {
  source: 'BingAds/BingAds-Python-SDK@0f49dec',
  calls: {
    'POST CampaignManagement/v13/ConversionValueRules': 'AddConversionValueRulesRequest',
    'PUT CampaignManagement/v13/ConversionValueRules': 'UpdateConversionValueRulesRequest',
    'PUT CampaignManagement/v13/ConversionValueRulesStatus': 'UpdateConversionValueRulesStatusRequest',
    'POST CampaignManagement/v13/ConversionValueRules/QueryByAccountId':
      'GetConversionValueRulesByAccountIdRequest',
    'POST CampaignManagement/v13/Audiences/QueryByIds': 'GetAudiencesByIdsRequest',
    'POST CampaignManagement/v13/GeoLocationsFileUrl/Query': 'GetGeoLocationsFileUrlRequest',
    'POST CustomerManagement/v13/User/Query': 'GetUserRequest',
    'POST CustomerManagement/v13/Accounts/Search': 'SearchAccountsRequest',
    'POST CustomerManagement/v13/Account/Query': 'GetAccountRequest',
  },
  messages: {
    AddConversionValueRulesRequest: {
      ConversionValueRules: needed(list('ConversionValueRule')),
      Lcid: needed(whole),
    },
    UpdateConversionValueRulesRequest: {
      ConversionValueRules: needed(list('ConversionValueRule')),
      Lcid: needed(whole),
    },
    UpdateConversionValueRulesStatusRequest: {
      RuleIds: needed(list('string')),
      Status: needed(one('ConversionValueRuleStatus')),
    },
    ConversionValueRule: {
      Name: needed(text),
      LocationCondition: one('LocationCondition'),
      AudienceCondition: one('AudienceCondition'),
      DeviceCondition: one('DeviceCondition'),
      Value: needed(one('double')),
      Operation: needed(one('ConversionValueRuleOperator')),
      CurrencyCode: text,
      Status: one('ConversionValueRuleStatus'),
      Id: text,
    },
    LocationCondition: {
      IncludedLocations: list('LocationConditionItem'),
      ExcludedLocations: list('LocationConditionItem'),
      IncludedLocationIntent: one('IntentOption'),
      ExcludedLocationIntent: one('IntentOption'),
      IsPrimary: bool,
    },
    LocationConditionItem: { Id: whole, Name: text, Type: one('LocationType') },
    AudienceCondition: { Audiences: list('AudienceConditionItem'), IsPrimary: bool },
    AudienceConditionItem: { Id: text, Name: text, Type: one('AudienceType') },
    DeviceCondition: { DeviceTypes: flags('DeviceType'), IsPrimary: bool },
    GetConversionValueRulesByAccountIdRequest: { AccountId: needed(text), Lcid: needed(whole) },
    GetAudiencesByIdsRequest: {
      Type: flags('AudienceType'),
      ReturnAdditionalFields: flags('AudienceAdditionalField'),
      AudienceIds: list('string'),
    },
    GetGeoLocationsFileUrlRequest: {
      Version: text,
      LanguageLocale: text,
      CompressionType: one('CompressionType'),
    },
    GetUserRequest: { UserId: text },
    SearchAccountsRequest: {
      Predicates: needed(list('Predicate')),
      Ordering: list('OrderBy'),
      PageInfo: one('Paging'),
      ReturnAdditionalFields: flags('AccountAdditionalField'),
    },
    Predicate: { Field: text, Operator: one('PredicateOperator'), Value: text },
    OrderBy: { Field: one('OrderByField'), Order: one('SortOrder') },
    Paging: { Index: whole, Size: whole },
    GetAccountRequest: { AccountId: text, ReturnAdditionalFields: flags('AccountAdditionalField') },
  },
  enums: {
    LocationType: ['City', 'Country', 'County', 'MetroArea', 'Neighborhood', 'PostalCode', 'SubGeography'],
    IntentOption: ['PeopleIn', 'PeopleInOrSearchingForOrViewingPages', 'PeopleSearchingForOrViewingPages'],
    AudienceType: [
      'CombinedList',
      'Custom',
      'CustomSegment',
      'CustomerList',
      'ImpressionBasedRemarketingList',
      'InMarket',
      'Product',
      'RemarketingList',
      'SimilarRemarketingList',
    ],
    DeviceType: ['All', 'Computers', 'None', 'Smartphones', 'Tablets'],
    ConversionValueRuleOperator: ['Add', 'Multiply'],
    ConversionValueRuleStatus: ['Active', 'Deleted', 'Invalid', 'Paused'],
    AudienceAdditionalField: [
      'CampaignIdsAdGroupIds',
      'CustomSegment',
      'ImpressionBasedRemarketingList',
      'None',
      'NormalForm',
      'NumberRuleItem',
    ],
    CompressionType: ['GZip', 'Zip'],
    PredicateOperator: [
      'Contains',
      'Equals',
      'GreaterThanEquals',
      'In',
      'LessThanEquals',
      'NotContains',
      'NotEquals',
      'StartsWith',
    ],
    OrderByField: ['CouponClassName', 'CouponStartDate', 'Id', 'LifeCycleStatus', 'Name', 'Number'],
    SortOrder: ['Ascending', 'Descending'],
    AccountAdditionalField: ['AccountMode', 'CouponClaimInfo', 'None', 'TaxCertificate'],
  },
};
