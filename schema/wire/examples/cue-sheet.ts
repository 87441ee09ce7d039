const RIGHTS = {
  writers: [{ name: "Ada Field", role: "CA", ipi: "00123456789", society: "GEMA", share: 100 }],
  publishers: [{ name: "Field Songs", role: "", ipi: "", society: "GEMA", share: 100 }],
  iswc: "T-034.524.680-1",
  master_owner: "Field Records",
  one_stop: true,
  clearance: "pre_cleared",
  territories: ["WW"],
  excluded_territories: [],
  excluded_uses: [],
  fee_class: null,
  samples: [],
  ai: "human",
  exclusive: false,
  exclusive_to: null,
  exclusive_until: null,
};

export const EXAMPLE_CUE_SHEET = {
  data: {
    type: "cue_sheets",
    id: "5f70bf18a086007016e948b04aed3b82",
    attributes: {
      title: "Reel 1",
      format: "cmx3600",
      frame_rate: { fps: "25", drop_frame: false },
      cues: [
        {
          number: 1,
          song_id: "1042",
          title: "Glass Harbour",
          version: "",
          artists: ["Ada Field"],
          isrc: "QZABC2400001",
          rights: RIGHTS,
          usage: "BI",
          in: "01:00:02:00",
          out: "01:00:32:00",
          duration: "00:00:30",
          seconds: 30,
          tracks: ["A", "A2"],
          clip: "Glass Harbour.wav",
          matched_by: "file_name",
          missing: [],
          notes: [],
        },
      ],
      unmatched: [
        {
          clip: "Room tone.wav",
          in: "01:00:40:00",
          out: "01:00:45:00",
          duration: "00:00:05",
          seconds: 5,
          track: "A3",
          with_picture: false,
          candidates: [],
        },
      ],
      notes: ["Events without sound that name no song were left out: 12."],
    },
  },
};

export const EXAMPLE_CUE_SHEET_CSV =
  "cue,title,artists,usage,in,out,duration,seconds,writers\r\n1,Glass Harbour,Ada Field,BI,01:00:02:00,01:00:32:00,00:00:30,30,Ada Field\r\n";

export const EXAMPLE_CUE_SHEET_XML =
  '<?xml version="1.0" encoding="UTF-8"?>\n<CueSheet version="1.0" source="Needledrop">\n  <Cues fps="25" dropFrame="false" count="1">\n    <Cue>\n      <SequenceNumber>1</SequenceNumber>\n      <Title>Glass Harbour</Title>\n    </Cue>\n  </Cues>\n</CueSheet>\n';
