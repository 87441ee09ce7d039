export const EXAMPLE_WATERMARK_SEARCH = {
  data: {
    type: "watermark_searches",
    id: "5d1f7f0a-6f4b-4c35-9a41-0d1a6f0c9b7e",
    attributes: {
      found: [
        {
          recipient: "Kim Doe",
          number: 7,
          kind: "share",
          key_id: "0add0be8-3d75-4791-8c48-4c6c7fdce9a4",
          key_name: "Supervision",
          share_id: "c1a6e4b2-94c8-4d0f-8a57-7f0b1d2e3f40",
          shortlist: "Harbour, act two",
          created_at: "2026-03-03T10:00:00.000Z",
          state: "revoked",
          score: 14.21,
          false_accusation_rate: 6.3e-39,
          from: 0,
          to: 10.03,
        },
      ],
      threshold: 7.12,
      best_score: 14.21,
      false_accusation_rate_max: 0.000_001,
      recipients: 200,
      correlations: 102_400,
      seconds: 10.03,
    },
  },
};
